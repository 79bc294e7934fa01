import { expect, it } from 'vitest'
import type { App } from '../../platform/app.ts'
import { openDatabase, openPool } from '../../platform/database/open-database.ts'
import { openLog } from '../../platform/log.ts'
import { openTestApp } from '../../test/open-test-app.ts'
import { findProvider } from './provider.ts'

it('opens the stand-in again after a failure of the database', async () => {
  const test = await openTestApp({ domains: [] })
  const pool = openPool('postgres://nobody@127.0.0.1:1/none', { max: 1, name: 'none', log: openLog('silent') })
  const away = openDatabase(pool)
  try {
    const app: App = { ...test.app, db: away }
    await expect(findProvider(app)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    app.db = test.db
    expect((await findProvider(app))?.apiUrl).toMatch(/^http/)
  } finally {
    await away.destroy()
    await test.close()
  }
})
