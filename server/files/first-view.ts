// The first view of the folder page (`platform/http/first-view.ts`): its rows. It is shown in narrow windows only: in wide ones
// the tree is beside the rows, and the server does not know the width of the tree.
import type { Locale } from '@kaiwa/contract/fields.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { FirstView } from '../platform/domain.ts'
import { findProject } from '../tree/store/items.ts'
import { listFolders } from './folder-rows.ts'
import { contentOfFolder, findFileRows } from './store/table-rows.ts'

/** More than the tallest window of a phone shows. */
const ROWS = 20

/** The label of the search, as in `web/tree/texts`. */
const SEARCH: Readonly<Record<Locale, string>> = {
  ja: 'このフォルダ以下を検索',
  en: 'Search in this folder and below',
}

/** Sizes and positions as in `web/tree/Folder.module.css` and `web/files/FileTable.module.css`. */
const STYLE = `
:host { position: fixed; inset: var(--kaiwa-header) 0 0; z-index: 1; overflow: hidden; background: var(--kaiwa-canvas);
  line-height: 1.5 }
* { box-sizing: border-box }
@media (min-width: 48.01rem) { :host { display: none } }
.name, .search { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.bar { height: 5.625rem; padding: 0.75rem 0.75rem 0 3.25rem }
.bar .name { font-size: 1.05rem; font-weight: 600; line-height: 2.125rem }
.tabs { height: 2.5rem; margin-top: 0.25rem; border-bottom: 1px solid var(--kaiwa-line) }
.search { margin: 0.75rem 0.75rem 0; padding-left: 2.25rem; line-height: 2.125rem; font-size: 0.8125rem;
  color: var(--kaiwa-quiet); background: var(--kaiwa-surface); border: 1px solid var(--kaiwa-line); border-radius: 0.25rem }
.rows { margin: 0.75rem 0.75rem 0; background: var(--kaiwa-surface); border: 1px solid var(--kaiwa-line);
  border-radius: 0.5rem }
.row { display: flex; align-items: center; gap: 0.5rem; height: 3.5625rem; padding: 0 0.75rem 0 2.25rem;
  border-bottom: 1px solid var(--kaiwa-line) }
.row::before { content: ''; flex: none; width: 64px; height: 36px; background: var(--kaiwa-hover); border-radius: 0.25rem }
.row .name { font-size: 0.875rem; font-weight: 500 }
.row .name::after { content: ''; display: block; width: 6rem; height: 0.75rem; margin: 0.375rem 0;
  background: var(--kaiwa-hover); border-radius: 0.25rem }
`

export const folderFirstView: FirstView = {
  path: /^\/projects\/([1-9]\d{0,9})$/,
  hasOwnStyles: true,
  render: async ({ db }, actor, [projectId = 0]) => {
    const folder = await findProject(db, actor, projectId)
    // The root shows the home.
    if (folder.depth === 0) return null
    const content = contentOfFolder(db, actor, folder)
    const slice = { order: '-last_updated_at', offset: 0, limit: ROWS } as const
    const [folders, files] = await Promise.all([
      listFolders(db, actor, content, slice),
      findFileRows(db, actor, content, slice),
    ])
    const titles = [...folders, ...files].slice(0, ROWS).map(({ title }) => title)
    if (titles.length === 0) return null
    const rows = titles.map((title) => `<div class="row"><span class="name">${escapeHtml(title)}</span></div>`)
    return `<style>${STYLE}</style>
<div class="bar"><div class="name">${escapeHtml(folder.name)}</div></div><div class="tabs"></div>
<div class="search">${SEARCH[actor.locale]}</div><div class="rows">${rows.join('')}</div>`
  },
}
