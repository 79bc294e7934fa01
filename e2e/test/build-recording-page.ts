import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { TRANSLATION_ALIAS } from '@kaiwa/web/translation-alias.ts'

export interface BuiltPage {
  /** For `webFolder` of the test server, which serves it with the headers of the product's page. */
  folder: string
  remove: () => Promise<void>
}

/** Builds a page that tests drive, with the settings of the product's build: workers are files of their own. */
export async function buildRecordingPage(
  page: 'recording-page' | 'session-page' = 'recording-page',
): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-recording-page-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('recording-pages', import.meta.url)),
    publicDir: fileURLToPath(new URL('../../web/public', import.meta.url)),
    resolve: { alias: TRANSLATION_ALIAS },
    html: { cspNonce: 'KAIWA_NONCE' },
    plugins: [
      {
        name: 'page-script',
        transformIndexHtml: { order: 'pre', handler: (html) => html.replace('PAGE', page) },
      },
    ],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
