"""Functions of one variable as pupils write them, made callable: the syntax tree is read, nothing is run as code."""

import ast
import math
import re
from collections.abc import Callable

from bot.errors import DocumentError

MAX_CHARS = 200
MAX_NODES = 120

Function = Callable[[float], float]

_SPELLINGS = str.maketrans(
    {"−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", "∕": "/", "[": "(", "]": ")", "π": " pi ", ",": "."}
    | {"{": "(", "}": ")", ":": "/"}
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_LATEX = (
    (re.compile(r"\\(?:d|t)?frac\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}"), r"((\1)/(\2))"),
    (re.compile(r"\\(?:left|right|,|;|!)"), ""),
    (re.compile(r"\\(?:cdot|times)(?![a-z])"), "*"),
    (re.compile(r"\\([a-z]+)"), r"\1"),
)
_LEFT_SIDE = re.compile(r"^\s*(?:[a-zA-Z]\w*\s*\(\s*x\s*\)|y)\s*=")
_ABSOLUTE = re.compile(r"\|([^|]+)\|")
_ROOT = re.compile(r"√\s*(\d+(?:\.\d+)?|[a-z])")
_WORDS = re.compile(r"[a-z]+")


def _log(value: float, base: float = 10.0) -> float:
    return math.log10(value) if base == 10 else math.log(value, base)


_FUNCTIONS: dict[str, Callable[..., float]] = {
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "exp", "sqrt", "sinh", "cosh", "tanh", "floor")},
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "ln": math.log,
    "log": _log,
    "abs": abs,
    "arcsin": math.asin,
    "arccos": math.acos,
    "arctan": math.atan,
    "cbrt": math.cbrt,
    "racine": math.sqrt,
}
_NAMES = {"x": None, "e": math.e, "pi": math.pi}
_APPLIED = re.compile(rf"\b({'|'.join(_FUNCTIONS)})\s+((?:\d+(?:\.\d+)?\s*)?x)\b")  # sin x, ln 2x
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
    ast.Pow: math.pow,
}


def function_of(expression: str) -> Function:
    """The function an expression such as `x^2 - 3x + 2`, `f(x) = 2sin(x)/x`, `√x` or `|x|` means. Calling it raises
    ArithmeticError or ValueError where it has no value. Raises DocumentError when it cannot be read."""
    if len(expression) > MAX_CHARS:
        raise DocumentError(f"a function is longer than {MAX_CHARS} characters")
    try:
        tree = ast.parse(_python(expression), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _unreadable(expression) from None
    if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
        raise DocumentError("a function is too complicated to draw")
    return _compiled(tree, expression)


def _python(expression: str) -> str:
    """The expression in Python's spelling, with the products that people leave out."""
    text = expression.strip().strip("$")
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    text = _LEFT_SIDE.sub("", text.translate(_SPELLINGS)).replace("X", "x")
    text = re.sub(f"[{'⁰¹²³⁴⁵⁶⁷⁸⁹⁻'}]+", lambda found: f"^({found[0].translate(_RAISED)})", text)
    text = _ABSOLUTE.sub(r" abs(\1) ", _ROOT.sub(r" sqrt(\1) ", text).replace("√", " sqrt"))
    text = _WORDS.sub(lambda found: f" {_split(found[0])} ", text)
    text = _APPLIED.sub(r" \1(\2) ", text)
    text = re.sub(r"(?<=[\d.)])\s*(?=[a-z(])|(?<=\bx|\be)\s+(?=[a-z(\d])|(?<=\bpi)\s+(?=[a-z(\d])", "*", text)
    return text.replace("^", "**").strip()


def _split(word: str) -> str:
    """Letters that stand side by side: a name as it is, `xsin` and `ex` as products."""
    if word in _FUNCTIONS or word in _NAMES:
        return word
    for cut in range(1, len(word)):
        if word[:cut] in _NAMES and (rest := _split(word[cut:])):
            return f"{word[:cut]} {rest}"
    return word


def _compiled(node: ast.AST, source: str) -> Function:
    """The tree as nested functions. Whatever is no arithmetic is refused."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            number = float(value)
            return lambda _x: number
        case ast.Name(id="x"):
            return lambda x: x
        case ast.Name(id=name) if name in _NAMES:
            constant = _NAMES[name] or 0.0
            return lambda _x: constant
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            inner = _compiled(operand, source)
            return (lambda x: -inner(x)) if isinstance(sign, ast.USub) else inner
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            apply, one, other = _OPERATORS[type(op)], _compiled(left, source), _compiled(right, source)
            return lambda x: apply(one(x), other(x))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in _FUNCTIONS:
            call, given = _FUNCTIONS[name], _compiled(argument, source)
            return lambda x: float(call(given(x)))
    raise _unreadable(source)


def _unreadable(expression: str) -> DocumentError:
    return DocumentError(f"{expression[:60]!r} is no function of x: write it like x^2 - 3*x + 2 or sin(x)/x")
