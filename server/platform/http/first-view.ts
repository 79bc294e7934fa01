// The first view of a screen: content that is sent together with the page, so that a slow device shows text before the
// app has been fetched and executed. The app removes it when its own content is painted (`web/platform/first-view.ts`).
//
// The content is in a closed shadow root: its styles and the app's do not mix, and scripts and tests of the page find
// only the app's elements. Screen readers wait for the app.
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Authenticate, FirstView, Sessions } from '../domain.ts'

/** Placeholder in the built page; the same as in `web/index.html`. */
const FIRST_VIEW = '<!-- first view -->'

/** Milliseconds. The page does not wait longer, because the app shows the same content later. */
const MAX_MS = 250

/** First views that are rendered at the same time. Beyond this number, pages are sent without: a page has no rate limit. */
const MAX_CONCURRENT = 8

interface Options {
  authenticate: Authenticate
  sessions: Sessions | undefined
  views: readonly FirstView[]
  /** Longest wait for a view in milliseconds. */
  maxMs?: number | undefined
}

/** The view at a path and the ids in it. A path with a query is a link to a place in the content, which the app shows. */
function findView(views: readonly FirstView[], url: string) {
  for (const view of views) {
    const found = view.path.exec(url)
    if (found) return { view, ids: found.slice(1).map(Number) }
  }
  return null
}

function timeout(ms: number) {
  return new Promise<null>((resolve) => {
    setTimeout(resolve, ms, null).unref()
  })
}

interface FirstFiles {
  path: string
  files: string[]
}

/**
 * The style sheets of the page at a path, from the list in the built page (`web/first-files.ts`): a view uses the classes
 * that the app uses.
 */
function readStylesheets(page: string): (path: string) => string[] {
  const [, list = ''] = /data-files="([^"]*)"/.exec(page) ?? []
  const visits = JSON.parse(list.replaceAll('&quot;', '"').replaceAll('&amp;', '&') || '[]') as FirstFiles[]
  return (path) => {
    const files = visits.find((visit) => new RegExp(visit.path).test(path))?.files ?? []
    return files.filter((file) => file.endsWith('.css'))
  }
}

/** A rendered view: HTML with escaped text. */
interface Rendered {
  html: string
  hasOwnStyles: boolean
}

/** Returns a function that inserts a first view, or nothing, into a copy of the built page for a path. */
export function firstViewInserter(page: string): (path: string, view: Rendered | null, copy: string) => string {
  const stylesheets = readStylesheets(page)
  return (path, view, copy) => {
    if (view === null) return copy.replace(FIRST_VIEW, '')
    const links = view.hasOwnStyles ? [] : stylesheets(path).map((href) => `<link rel="stylesheet" href="${href}">`)
    const content = `${links.join('')}${view.html}`
    return copy.replace(
      FIRST_VIEW,
      () => `<div id="first-view" aria-hidden="true"><template shadowrootmode="closed">${content}</template></div>`,
    )
  }
}

/** Returns a function that renders the first view of a requested page, or null. Never throws. */
export function openFirstViews(app: App, { authenticate, sessions, views, maxMs = MAX_MS }: Options) {
  let running = 0

  const render = async (request: FastifyRequest): Promise<Rendered | null> => {
    const found = findView(views, request.url)
    if (!found || !sessions) return null
    const caller = await authenticate(request, app)
    // Uses the language of the account, as the app does, instead of the language of the request.
    const actor = caller && (await sessions.reload(app.db, sessions.idOf(caller)))
    const html = actor && (await found.view.render(app, actor, found.ids, maxMs))
    return html === null ? null : { html, hasOwnStyles: found.view.hasOwnStyles === true }
  }

  return async (request: FastifyRequest): Promise<Rendered | null> => {
    if (request.method !== 'GET' || running >= MAX_CONCURRENT) return null
    running += 1
    // Without access or without a database, no view is sent and the app shows the error.
    const rendering = render(request)
      .catch(() => null)
      .finally(() => (running -= 1))
    return Promise.race([rendering, timeout(maxMs)])
  }
}
