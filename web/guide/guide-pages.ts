import type { Plugin } from 'vite'
import { parseGuide } from './parse-guide.ts'

const PAGE = /\/web\/guide\/(?:ja|en)\/[a-z]+\.md$/

/** Turns the Markdown files of the guide into modules that export the blocks of their page. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    transform: {
      filter: { id: PAGE },
      handler: (source) => ({
        code: `export default ${JSON.stringify(parseGuide(source))}`,
        map: null,
        moduleType: 'js',
      }),
    },
  }
}
