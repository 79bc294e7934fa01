import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { build } from 'vite'

// The editor is tested in a real browser: layout, highlights and clicks need one.

/** Path of Chromium in PATH, preferring the headless shell, which is faster; undefined if it is not installed. */
export function findChromium(): string | undefined {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined
}

/** A microphone that beeps once a second, a camera, and a screen with sound, which pages may use without being asked. */
export const FAKE_MEDIA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** How Chromium is started by every test. */
export function launchOptions(...more: readonly string[]) {
  return {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...more],
    env: utf8Environment(),
  }
}

export async function openBrowser(...more: string[]): Promise<Browser> {
  const options = launchOptions(...more)
  if (!options.executablePath) throw new Error('no Chromium on the PATH')
  return chromium.launch(options)
}

/** Bundles a page's entry file into one script and one stylesheet, like the product's build. */
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
  if (Array.isArray(result) || !('output' in result)) throw new Error('the bundler returned more than one output')
  let script = ''
  let style = ''
  for (const part of result.output) {
    if (part.type === 'chunk') script += part.code
    else if (part.fileName.endsWith('.css')) style += String(part.source)
  }
  return { script, style }
}
