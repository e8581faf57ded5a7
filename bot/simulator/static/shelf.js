// What waits to be sent, kept in the browser (IndexedDB holds files too) so that closing the page loses nothing.
// Where there is none (private browsing), it lives as long as the page.

const OLDEST_MS = 24 * 60 * 60 * 1000;

function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function store(mode) {
  const opening = indexedDB.open("palabre", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("outbox", { keyPath: "key" });
  const database = await asked(opening);
  const transaction = database.transaction("outbox", mode);
  transaction.oncomplete = transaction.onabort = () => database.close();
  return transaction.objectStore("outbox");
}

export async function put(entry) {
  try { await asked((await store("readwrite")).put(entry)); } catch { /* lives as long as the page */ }
}

export async function remove(key) {
  try { await asked((await store("readwrite")).delete(key)); } catch { /* it was never there */ }
}

export async function all() {
  try {
    const found = await asked((await store("readonly")).getAll());
    const fresh = found.filter(({ at }) => Date.now() - Date.parse(at) < OLDEST_MS);
    for (const { key } of found.filter((entry) => !fresh.includes(entry))) remove(key);
    return fresh.sort((one, other) => one.at.localeCompare(other.at) || one.order - other.order);
  } catch { return []; }
}
