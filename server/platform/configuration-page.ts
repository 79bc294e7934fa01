import { variables } from './config-variables.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Text of docs/configuration.md, generated from the table that the start validates the environment with. */
export const configurationPage = (): string => {
  const rows = Object.entries<{ about: string; fallback?: string }>(variables).map(
    ([name, { about, fallback }]) =>
      `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${cell(about)} |`,
  )
  return `# Configuration

Everything is set by environment variables, read once at start. A wrong value stops the start with a sentence that names
the variable. An empty variable counts as a missing one. None is needed: without any, \`npm start\` serves this machine.

This page is printed from \`server/platform/config-variables.ts\` by \`node tools/print-configuration.ts\`.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`
}
