// Opens a bench whose database has a migration of a newer program, which `openBench` refuses after it has started PostgreSQL.
// The argument is the folder of the database.
import { sql } from 'kysely'
import { openBench } from './bench-program.ts'

const keep = process.argv[2]
const bench = await openBench({ keep })
await sql`insert into kysely_migration values ('9999_unknown', now()::text)`.execute(bench.app.db)
await bench.close()
await openBench({ keep })
