// The program with a small built page, for tests of what the server adds to it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SESSION_COOKIE } from '../platform/http/actor.ts'
import type { TestUser } from './factories/users.ts'
import { openTestApp } from './open-test-app.ts'

/** `files`: the files that the page loads first at each path. */
export async function openPageApp(files: readonly { path: string; files: readonly string[] }[]) {
  const webFolder = await mkdtemp(join(tmpdir(), 'kaiwa-web-'))
  const list = JSON.stringify(files).replaceAll('"', '&quot;')
  await writeFile(
    join(webFolder, 'index.html'),
    `<script src="/first.js" data-files="${list}"></script>
<body><!-- first view --><div id="root"></div></body>`,
  )
  // Longer than in the program: a view must not be missing because the machine is busy.
  const test = await openTestApp({ webFolder, firstViewMs: 60_000 })
  return {
    test,
    async open(path: string, user: Pick<TestUser, 'token'> | null) {
      const cookie = user ? { cookie: `${SESSION_COOKIE}=${user.token}` } : {}
      const { statusCode, headers, body } = await test.http.inject({
        url: path,
        headers: { accept: 'text/html', ...cookie },
      })
      return { statusCode, cache: headers['cache-control'], body, hasView: body.includes('id="first-view"') }
    },
    async close(): Promise<void> {
      await test.close()
      await rm(webFolder, { recursive: true })
    },
  }
}
