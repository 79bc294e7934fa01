import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { build } from 'vite'

// The editor is judged in a real browser: layout, highlights and clicks exist nowhere else.

function findChromium(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {
        // not here
      }
    }
  }
  throw new Error('no Chromium on the PATH')
}

export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...more],
    env: utf8Environment(),
  })

/** One script and stylesheet out of a page's entry file, as the product's build would make them. */
export async function bundle(entry: string): Promise<{ script: string; style: string }> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('the bundler gave no single output')
  let script = ''
  let style = ''
  for (const part of result.output) {
    if (part.type === 'chunk') script += part.code
    else if (part.fileName.endsWith('.css')) style += String(part.source)
  }
  return { script, style }
}
