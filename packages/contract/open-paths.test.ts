import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Operation } from './operation.ts'
import { everyOperation } from './every-operation.ts'

const decision = new URL('../../docs/decisions/0043-paths-that-were-left-open.md', import.meta.url)
const rows = [...(await readFile(decision, 'utf8')).matchAll(/^\| `(\w+)` \| `([A-Z]+ \/\S+)` \|$/gm)]
const decided = new Map(rows.map(([, name = '', call = '']) => [name, call]))

function callOf({ method, path }: Operation) {
  return `${method} ${path}`
}

// Paths of calls that the specification describes without a path. Nothing else uses them.
const OPEN =
  /^(\/workspace\/members|\/projects\/(verify|accept|check)-|\/payment\/((point\/)?checkout|setup-checkout)|\/usage\/|\/plans$|\/subscription-requests|\/hubspot\/(connect|callback)|\/projects\/\{projectId\}\/reports\/|\/admin\/)/

// Left: names chosen by us, because the specification leaves them open. Right: calls that existing clients use.
it.each([
  ['listWorkspaceMembers', 'GET /workspace/members'],
  ['listMemberUsage', 'GET /workspace/members/usage'],
  ['addWorkspaceMembers', 'POST /workspace/members'],
  ['changeWorkspaceRole', 'PUT /workspace/members'],
  ['removeWorkspaceMember', 'DELETE /workspace/members'],
  ['verifyInvitation', 'GET /projects/verify-member'],
  ['checkMemberQuota', 'GET /projects/check-member-quota'],
  ['acceptInvitation', 'POST /projects/accept-invitation'],
])('API-08 %s is %s', (name, call) => {
  const operation = everyOperation.find((one) => one.name === name)
  expect([operation && callOf(operation), decided.get(name)]).toEqual([call, call])
})

it('API-08 every call in an open path matches the table, and no two are the same', () => {
  const found = everyOperation.filter(({ path }) => OPEN.test(path))
  expect(found.filter((one) => decided.get(one.name) !== callOf(one)).map(callOf)).toEqual([])
  expect(new Set(decided.values()).size).toBe(decided.size)
  // The pattern matches every path of the table.
  expect([...decided.values()].filter((call) => !OPEN.test(call.split(' ')[1] ?? ''))).toEqual([])
})
