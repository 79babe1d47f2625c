/*
 * The baseline of the page load: renders each line of the URL fragment as text.
 */

const list = document.createElement('ol');
for (const line of decodeURIComponent(window.location.hash.slice(1)).split('\n')) {
  const item = document.createElement('li');
  item.textContent = line;
  list.append(item);
}
document.body.append(list);
