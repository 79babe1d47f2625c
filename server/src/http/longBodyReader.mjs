import { parentPort } from 'node:worker_threads';

/*
 * The program of the thread in which `longBody.ts` parses a JSON body. JavaScript, because Node can't start threads with TypeScript.
 *
 * Receives the bytes in pieces, and then `next` for each part of the body to be sent back: first the object, in which long lists are
 * empty, then the items of these lists, and at the end `undefined`.
 */

/** Items of a list that are sent back together: a hundred of the longest fit into a part. Shorter lists are not cut. */
const ITEMS = 100;
/**
 * Values of a body: more than a list of any route may have, since an error then says how many it may have. Parsing 64 MiB of
 * brackets would take minutes and gigabytes, and can't be stopped.
 */
const MOST_VALUES = 300_000;
/** The size of what is sent back together, in characters and values. */
const LARGEST_PART = 1_000_000;

/** Returns the size of a value, in characters and values. Values that are too large are not measured to their end. */
function sizeOf(value) {
  if (typeof value === 'string') return value.length + 1;
  let size = 1;
  if (typeof value !== 'object' || value === null) return size;
  for (const name in value) {
    size += name.length + sizeOf(value[name]);
    if (size > LARGEST_PART) break;
  }
  return size;
}

/** @throws RangeError if a part is too large to be received in one turn of the server's event loop. */
function checked(part) {
  if (sizeOf(part) > LARGEST_PART) throw new RangeError('The body contains a value that is too large.');
  return part;
}

function* partsOf(body) {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const members = isObject ? Object.entries(body) : [];
  const lists = members.filter(([, value]) => Array.isArray(value) && value.length > ITEMS);
  const names = new Set(lists.map(([name]) => name));
  // No route has a body that is long and not an object.
  yield isObject
    ? checked(Object.fromEntries(members.map(([name, value]) => [name, names.has(name) ? [] : value])))
    : null;
  for (const [name, list] of lists) {
    for (let start = 0; start < list.length; start += ITEMS) {
      yield { name, items: checked(list.slice(start, start + ITEMS)) };
    }
  }
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');
let values = 0;
let isInText = false;
let isEscaped = false;

/** Counts the values that begin in some bytes of JSON: behind a comma or an opening bracket, outside of texts. */
function countValues(bytes) {
  for (const byte of bytes) {
    if (isEscaped) isEscaped = false;
    else if (byte === QUOTE) isInText = !isInText;
    else if (isInText) isEscaped = byte === BACKSLASH;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  }
}

const decoder = new TextDecoder();
let text = '';
let parts;

parentPort.on('message', (order) => {
  if (order !== 'next') {
    countValues(order);
    if (values <= MOST_VALUES) text += decoder.decode(order, { stream: true });
    return;
  }
  if (values > MOST_VALUES) throw new RangeError('The body contains too many values.');
  parts ??= partsOf(JSON.parse(text));
  text = '';
  parentPort.postMessage(parts.next().value);
});
