// One PostgreSQL for the whole run, with a template database that is migrated once; each test app copies the template.
import { chmod, rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { supervisePostgres } from '../platform/database/embedded/supervise-postgres.ts'
import { prepareDatabase } from '../platform/database/prepare.ts'
import { openLog } from '../platform/log.ts'
import { makeClusterFolder } from './cluster-folder.ts'
import { migrationsFolder } from './migrations-folder.ts'

export const TEMPLATE = 'kaiwa_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the maintenance database of the run's PostgreSQL. */
    databaseUrl: string
  }
}

/** Test databases need no durability. The limit of the WAL bounds the memory of a cluster in a memory file system. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  min_wal_size: '64MB',
  max_wal_size: '128MB',
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function prepareTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${TEMPLATE}`)
    await prepareDatabase(withDatabase(url, TEMPLATE), migrationsFolder, [], openLog('silent'))
    await client.query(`alter database ${TEMPLATE} with allow_connections false is_template true`)
  } finally {
    await client.end()
  }
}

interface Cluster {
  url: string
  stop: () => Promise<void>
}

async function openCluster(): Promise<Cluster> {
  const folder = await makeClusterFolder()
  // PostgreSQL runs as another user when the tests run as root, and must be able to enter the folder.
  await chmod(folder, 0o755)
  const postgres = await supervisePostgres({ dataDirectory: folder, settings })
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await prepareTemplate(postgres.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: postgres.url, stop }
}

// Several projects of one run use this setup; they share one cluster, and the last one stops it.
const run = globalThis as { kaiwaCluster?: { cluster: Promise<Cluster>; users: number } }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (run.kaiwaCluster ??= { cluster: openCluster(), users: 0 })
  shared.users += 1
  const { url, stop } = await shared.cluster
  project.provide('databaseUrl', url)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    delete run.kaiwaCluster
    await stop()
  }
}
