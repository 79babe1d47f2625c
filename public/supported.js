// Shows a page that says so if the browser is too old for the app. In ES5, which every browser understands.
(function () {
  var hasFeatures =
    typeof BroadcastChannel === 'function' &&
    typeof OffscreenCanvas === 'function' &&
    typeof URL === 'function' &&
    typeof URL.canParse === 'function' &&
    typeof CSS === 'object' &&
    CSS.supports('color', 'light-dark(red, red)') &&
    CSS.supports('selector(:has(a))');
  if (hasFeatures) return;
  document.getElementById('root').hidden = true;
  document.getElementById('unsupported').hidden = false;
})();
