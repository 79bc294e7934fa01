import type { ThreadTask } from '../platform/threads/thread-task.ts'
import { type CsvOrder, type CsvPart, writeCsvPart } from './write-csv-part.ts'

const task: ThreadTask<CsvOrder, CsvPart> = (order, { db }) => writeCsvPart(db(), order)
export default task
