/*
 * The baseline of the start: draws the fragment of the address, a line of text each line.
 */

const list = document.createElement('ol');
for (const line of decodeURIComponent(window.location.hash.slice(1)).split('\n')) {
  const item = document.createElement('li');
  item.textContent = line;
  list.append(item);
}
document.body.append(list);
