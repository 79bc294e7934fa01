import { variables } from './config-variables.ts'

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** Text of docs/configuration.md, generated from the table that the start validates the environment with. */
export function configurationPage(): string {
  const rows = Object.entries<{ about: string; fallback?: string }>(variables).map(
    ([name, { about, fallback }]) =>
      `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${cell(about)} |`,
  )
  return `# Configuration

The program is configured by environment variables, which are read once at start. If a value is wrong, the program does not
start and names the variable. An empty variable counts as missing. No variable is required: by default, \`npm start\` serves
this machine only.

This page is generated from \`server/platform/config-variables.ts\` by \`node tools/print-configuration.ts\`.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`
}
