// The style sheet that the component library writes into the page for our theme. It is the same for every visit, so the
// build contains it as a file instead of the code that computes it.
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fileURLToPath } from 'node:url'
import { theme } from './platform/theme.ts'

export const THEME_VARIABLES_FILE = fileURLToPath(new URL('platform/theme-variables.css', import.meta.url))

const HEAD = '/* Generated from theme.ts by `node web/print-theme-variables.ts`. */\n\n'

/** The text of the generated file. */
export function themeVariablesSource(): string {
  const html = renderToStaticMarkup(createElement(MantineProvider, { theme, withGlobalClasses: false }))
  const [, css = ''] = /^<style[^>]*>(.*)<\/style>$/s.exec(html) ?? []
  const rules = css.split(/(?<=\})\s*/).filter((rule) => rule !== '')
  return (
    HEAD +
    rules
      .map((rule) => {
        const [selectors = '', body = ''] = rule.slice(0, -1).split('{')
        const lines = body.split(';').filter((line) => line !== '')
        return `${selectors.replaceAll(', ', ',\n').replaceAll('"', "'")} {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`
      })
      .join('\n')
  )
}
