"""What this process has for its tools: a line a service. One that needs a setting says which when it is not there."""

from email.utils import parseaddr

from prometheus_client import Counter

from bot.agent.spec import Model
from bot.clients.jina import DEFAULT_URL, JinaReader
from bot.clients.storage import FileStore
from bot.clients.tavily import TavilySearch
from bot.clock import Clock
from bot.config import Settings
from bot.dao.database import Database
from bot.errors import SandboxFailed
from bot.isolation.local_embeddings import open_embedder
from bot.isolation.shell.runner import Sandbox
from bot.isolation.shell.trial import tried_sandbox
from bot.obs.counting import counted
from bot.obs.metrics import Metrics
from bot.services.approval.run_links import RunLinks
from bot.services.delivery.own_addresses import RunMessages
from bot.services.library.eyes import Eyes
from bot.services.library.files import RunFiles, links_of
from bot.services.library.room import room_of
from bot.services.library.run_eyes import RunEyes
from bot.services.library.run_library import RunLibrary
from bot.services.library.search import LibrarySearch
from bot.services.mail.run_mails import RunMails
from bot.services.mail.unsubscribing import unsubscribing_of
from bot.services.memory.memories import RunMemories
from bot.services.money.bonus import RunBonus
from bot.services.money.prices import prices_of
from bot.services.money.shop import RunShop, shop_of
from bot.services.quiz.run_quizzes import RunQuizzes
from bot.services.quiz.sealing import sealer_of
from bot.services.research.browse import Browser
from bot.services.research.page_cache import PageCache, RunPages
from bot.services.research.run_sources import RunSources
from bot.services.shell.homes import RunHome
from bot.services.support.bug_reports import RunReports
from bot.services.tasks.run_tasks import RunTasks
from bot.tools.context import ToolContext
from bot.tools.toolbox import Off, Service, Toolbox, per_run, shared
from bot.tools.toolsets import TOOLS, names_in
from bot.types import Mode

LEADS = {tool.name: tool.leads for tool in TOOLS.values() if tool.leads}


def compose_toolbox(
    settings: Settings, database: Database, clock: Clock, store: FileStore, metrics: Metrics, model: Model
) -> Toolbox:
    """The toolbox of a process that runs turns."""
    sealer, errors = sealer_of(settings), metrics.provider_errors

    def quizzes(run: ToolContext) -> RunQuizzes:
        return RunQuizzes(
            database=database,
            sealer=sealer,
            clock=clock,
            ttl_s=settings.interaction_ttl_s,
            conversation_id=run.conversation_id,
            user_id=run.user_id,
            run_id=run.run_id,
            tools=names_in("pedagogy"),
        )

    shop, room = shop_of(settings), room_of(settings)
    services = (
        *_reading(settings, database, errors),
        per_run(RunLinks, lambda run: RunLinks(database, run.conversation_id, run.user_id, run.run_id, LEADS)),
        per_run(RunFiles, lambda run: RunFiles(store, run.conversation_id, run.user_id, run.run_id, room, clock)),
        per_run(RunQuizzes, quizzes),
        per_run(
            RunTasks, lambda run: RunTasks(database, clock, run.conversation_id, run.user_id, run.run_id, run.language)
        ),
        per_run(RunBonus, lambda run: RunBonus(clock, run.conversation_id, run.run_id)),
        per_run(RunShop, lambda run: RunShop(shop, clock, settings.interaction_ttl_s, run.conversation_id, run.run_id)),
        shared(Sandbox, _sandbox()),
        per_run(RunHome, lambda run: RunHome(database, store, clock, run.conversation_id, run.user_id, run.run_id)),
        *_library(settings, database, clock, store, model),
        *_sending(settings, database, clock),
        per_run(RunMemories, lambda run: RunMemories(clock, run.conversation_id, run.user_id, run.run_id)),
    )
    return Toolbox(services, sealer)


def _reading(settings: Settings, database: Database, errors: Counter) -> tuple[Service, ...]:
    """What reads the web, and knows what was read."""
    browser, cache = counted(_browser(settings), "pages", errors), PageCache()

    def pages(run: ToolContext) -> RunPages:
        return RunPages(browser, cache, (run.conversation_id, run.user_id, run.run_id, run.started_at))

    return (
        shared(TavilySearch, _search(settings, errors)),
        per_run(RunPages, pages),
        per_run(RunSources, lambda run: RunSources(database, run.conversation_id, run.run_id)),
    )


def _sending(settings: Settings, database: Database, clock: Clock) -> tuple[Service, ...]:
    """What writes to people."""
    links, unsubscribing = links_of(settings, clock), unsubscribing_of(settings, clock)

    def mails(run: ToolContext) -> RunMails:
        return RunMails(
            database=database,
            links=links,
            unsubscribing=unsubscribing,
            mailbox=parseaddr(settings.mail_from)[1],
            clock=clock,
            ttl_s=settings.interaction_ttl_s,
            conversation_id=run.conversation_id,
            user_id=run.user_id,
            run_id=run.run_id,
            language=run.language,
            service_name=run.service_name,
            channel=run.channel,
        )

    def messages(run: ToolContext) -> RunMessages:
        return RunMessages(database, links, clock, run.conversation_id, run.user_id, run.run_id, run.language)

    def reports(run: ToolContext) -> RunReports:
        return RunReports(database, settings, links, clock, run.conversation_id, run.user_id, run.run_id, run.channel)

    return (
        per_run(RunMails, mails if settings.smtp_url is not None else Off.unset("SMTP_URL")),
        per_run(RunMessages, messages),
        per_run(RunReports, reports),
    )


def _library(
    settings: Settings, database: Database, clock: Clock, store: FileStore, model: Model
) -> tuple[Service, ...]:
    """What reads the person's files, and looks at their pictures where the models can."""
    searching, eyes = LibrarySearch(database, open_embedder(settings)), Eyes(model, prices_of(settings))

    def library(run: ToolContext) -> RunLibrary:
        return RunLibrary(database, store, searching, clock, run.user_id)

    def looking(run: ToolContext) -> RunEyes:
        name = settings.model_pro if run.mode is Mode.PRO else settings.model_student
        return RunEyes(library(run), store, eyes, name, run.mode, run.run_id)

    seeing = looking if settings.model_sees else Off("MODEL_SEES is false")
    return (per_run(RunLibrary, library), per_run(RunEyes, seeing))


def _sandbox() -> Sandbox | Off:
    """The shell sandbox, once it has shown that all its walls stand: there is no weaker one."""
    try:
        return tried_sandbox()
    except SandboxFailed as error:
        return Off.failed(str(error))


def _search(settings: Settings, errors: Counter) -> TavilySearch | Off:
    key = settings.tavily_api_key
    if key is None:
        return Off.unset("TAVILY_API_KEY")
    return counted(TavilySearch(key.get_secret_value(), settings.tavily_url), "search", errors)


def _browser(settings: Settings) -> Browser:
    key = settings.jina_api_key.get_secret_value() if settings.jina_api_key else None
    uses_jina = settings.jina_url or key
    jina = JinaReader(settings.jina_url or DEFAULT_URL, key) if uses_jina else None
    return Browser(allow_hosts=settings.browse_allow_hosts, jina=jina)
