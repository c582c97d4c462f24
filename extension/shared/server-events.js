/** Read a stream of server-sent events as it comes. */

/** `id`: its number, 0 where it has none. @typedef {{id: number, name: string, data: any}} ServerEvent */

/**
 * Events of a response, in order. Ends where the stream ends, and when the signal aborts.
 * @param {ReadableStream<Uint8Array>} body @param {AbortSignal} signal
 * @returns {AsyncGenerator<ServerEvent>}
 */
export async function* serverEvents(body, signal) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop);
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const records = (rest + value).split(/\r?\n\r?\n/);
      rest = records.pop() ?? '';
      for (const record of records) {
        const event = readRecord(record);
        if (event) yield event;
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.cancel().catch(() => {});
  }
}

/** @param {string} record @returns {ServerEvent | null} null for a comment */
export function readRecord(record) {
  let id = 0;
  let name = 'message';
  /** @type {string[]} */
  const data = [];
  for (const line of record.split(/\r?\n/)) {
    const [, field, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') name = value ?? '';
    else if (field === 'id') id = Number(value) || 0;
    else if (field === 'data') data.push(value ?? '');
  }
  return data.length ? { id, name, data: JSON.parse(data.join('\n')) } : null;
}
