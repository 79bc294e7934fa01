// Runs before everything else. A separate file, because the content security policy forbids inline scripts.
;(() => {
  // The Trusted Types policy of the page. The default policy accepts text set as HTML only if it contains no element, as
  // in the style sheets of the component library. The editor uses the policy by name to parse the clipboard into an inert
  // document. Scripts are never created from text. Workers are loaded only from the built files of the app; one of them is the
  // service worker.
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html, _type, sink) => (sink === undefined || !html.includes('<') ? html : null),
    createScriptURL: (address) => {
      const { origin, pathname } = new URL(address, location.href)
      const isWorker = pathname === '/service-worker.js' || /^\/assets\/[\w-]+\.worker-[\w-]+\.js$/.test(pathname)
      return origin === location.origin && isWorker ? address : null
    },
  })

  // Set the colour scheme early, so that a dark page does not flash white.
  let scheme = 'auto'
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto'
  } catch {
    // Storage may be forbidden; then use the colour scheme of the system.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  const themeColor = document.querySelector('meta[name="theme-color"]')
  // The title bar of the installed app has the colour of the header.
  const paintTitleBar = () => {
    themeColor.content = root.getAttribute('data-mantine-color-scheme') === 'dark' ? '#1b2024' : '#ffffff'
  }
  new MutationObserver(paintTitleBar).observe(root, { attributeFilter: ['data-mantine-color-scheme'] })
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // The language of the page: the choice on this device, else the first of the browser's languages that exists, else Japanese.
  const languages = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase())
  try {
    languages.unshift(localStorage.getItem('kaiwa.locale'))
  } catch {
    // Storage may be forbidden; then there is no choice.
  }
  const locale = languages.find((language) => language === 'ja' || language === 'en') ?? 'ja'
  root.lang = locale
  if (locale === 'en') document.querySelector('link[rel="manifest"]').href = '/manifest.en.webmanifest'

  // Fetch the files of this page in parallel with the main program (`web/first-files.ts` writes the list).
  const { dataset, nonce } = document.currentScript
  for (const { path, files, ...texts } of JSON.parse(dataset.files || '[]')) {
    if (!new RegExp(path).test(location.pathname + location.search)) continue
    for (const href of [...files, ...texts[locale]]) {
      const link = document.createElement('link')
      const isStyle = href.endsWith('.css')
      Object.assign(link, { rel: isStyle ? 'preload' : 'modulepreload', as: isStyle ? 'style' : 'script', href })
      Object.assign(link, { crossOrigin: '', nonce })
      document.head.append(link)
    }
  }
})()
