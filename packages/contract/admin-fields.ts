// Common properties of the lists of the console: pages of 50 rows, the latest first. The number of rows is counted exactly
// up to LIMITS.adminCounted; rows beyond it are found by filters.
import * as z from 'zod'
import { locale } from './fields.ts'
import { LIMITS } from './limits.ts'

const lastPage = LIMITS.adminCounted / LIMITS.adminRowsPerPage

const pageQuery = z.coerce.number().int().min(1).max(lastPage).default(1)

/** Words that a name, an address or a company contains. */
const words = z.string().trim().max(LIMITS.adminQueryLength)

type Filters = Record<string, z.ZodType>

/** The query of a list; other filters are refused. */
export function listQuery<const F extends Filters>(filters: F) {
  return z.strictObject({ ...filters, query: words.optional(), page: pageQuery })
}

/** The query of the CSV of a list: its filters without the page, and the language of the headings. */
export function exportQuery<const F extends Filters>(filters: F) {
  return z.strictObject({ ...filters, query: words.optional(), language: locale.default('ja') })
}

export function adminPage<T extends z.ZodType>(row: T) {
  return z.object({
    data: z.array(row),
    current_page: z.int(),
    last_page: z.int(),
    /** Rows of all pages; LIMITS.adminCounted if there are more. */
    total: z.int(),
    is_total_exact: z.boolean(),
  })
}

/** Name and address of a person, for operators. */
export const contactPerson = z.object({ id: z.int(), name: z.string(), email: z.string() })
