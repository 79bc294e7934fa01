// Before everything else. A file of its own: the page allows no inline script.
;(() => {
  // The page's one policy for Trusted Types. Text that is set as HTML by the way passes only where no element can come of
  // it, the style sheets of the component library; the editor asks by name when it reads the clipboard into a document that
  // runs nothing. Scripts are never made of text.
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html, _type, sink) => (sink === undefined || !html.includes('<') ? html : null),
  })

  // So that a dark page never flashes white.
  let scheme = 'auto'
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto'
  } catch {
    // Storage may be forbidden; the system's colours are right then.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // What this address shows travels beside the program (`web/first-files.ts` writes the list).
  const { dataset, nonce } = document.currentScript
  let locale = 'ja'
  try {
    locale = localStorage.getItem('kaiwa.locale') === 'en' ? 'en' : 'ja'
  } catch {
    // Storage may be forbidden; then the page is Japanese.
  }
  for (const { path, files, ...texts } of JSON.parse(dataset.files || '[]')) {
    if (!new RegExp(path).test(location.pathname)) continue
    for (const href of [...files, ...texts[locale]]) {
      const link = document.createElement('link')
      const isStyle = href.endsWith('.css')
      Object.assign(link, { rel: isStyle ? 'preload' : 'modulepreload', as: isStyle ? 'style' : 'script', href })
      Object.assign(link, { crossOrigin: '', nonce })
      document.head.append(link)
    }
  }
})()
