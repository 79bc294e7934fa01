// Tables of docs/permissions.md for rules that are not abilities of an item, a file, a speaker or an account: they call the
// policies.
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as assistant from './assistant/policy.ts'
import * as comments from './comments/policy.ts'
import * as deals from './crm/deals/policy.ts'
import * as sharing from './membership/policy.ts'
import { type Kind, tableByKind } from './permissions-by-kind.ts'
import * as summary from './summary/policy.ts'
import * as tags from './tags/policy.ts'
import { all, isEditingRole } from './tree/policy.ts'

export function ofTag(): string {
  return tableByKind(
    {
      categories: 'create, rename and delete categories, and order tags',
      used: 'change the name and colour of a tag that is used in the file, and delete it',
      others: 'the same for a tag of another person that is not used there',
      own: 'the same for a tag of their own',
    },
    (kind) => {
      const who = { id: 1, workspaceRole: kind.workspaceRole }
      const page = tags.editTags({ is_project: true, depth: 2, role: kind.role })
      const canEdit = (created_by: number, is_in_editable_file: boolean) =>
        all(page, tags.editTag(who, { created_by, is_in_editable_file })).allowed
      return {
        categories: tags.editCategories(who).allowed,
        used: canEdit(2, isEditingRole(kind.role)),
        others: canEdit(2, false),
        own: canEdit(1, false),
      }
    },
  )
}

export function ofComments(): string {
  return tableByKind(
    {
      write: 'comment on passages, answer, and mention people who see the file',
      own: 'change and delete their own comments',
      others: 'delete comments of others',
      own_thread: 'resolve a thread that they started, and open it again',
      other_thread: 'resolve threads of others, and open them again',
    },
    (kind) => {
      const who = { id: 1, workspaceRole: kind.workspaceRole }
      const item = { is_project: false, depth: 3, role: kind.role }
      const [mine, theirs] = [{ author_id: 1 }, { author_id: 2 }]
      return {
        write: comments.comment(item, { status: 'processed' }).allowed,
        own: all(comments.editComment(who, item, mine), comments.deleteComment(who, item, mine)).allowed,
        others: comments.deleteComment(who, item, theirs).allowed,
        own_thread: comments.resolveThread(who, item, mine).allowed,
        other_thread: comments.resolveThread(who, item, theirs).allowed,
      }
    },
  )
}

export function ofSummary(): string {
  return tableByKind(
    {
      read: 'read the summary of a file that they see',
      edit: 'generate it, cancel, and edit its items',
      change: 'switch summaries of the workspace on and off',
    },
    (kind) => {
      const item = { is_project: false, depth: 3, role: kind.role }
      return {
        read: kind.role !== null,
        edit: summary.edit(item).allowed,
        change: summary.change(kind).allowed,
      }
    },
  )
}

export function ofDeals(): string {
  return tableByKind(
    {
      read: 'see the deal of a file that they see, and what Kaiwa wrote to it',
      edit: 'choose the deal, generate and write values, follow the link, and read the history',
      portal: 'read properties and deals of the portal without a file',
    },
    (kind) => ({
      read: kind.role !== null,
      edit: deals.edit({ is_project: false, depth: 3, role: kind.role }).allowed,
      portal: deals.readPortal(kind).allowed,
    }),
  )
}

export function ofAssistant(): string {
  return tableByKind(
    {
      ask: 'ask about files that they see, within the chats of the workspace',
      agree: 'agree that text is sent to the provider of a model, and withdraw it',
    },
    (kind) => ({ ask: kind.role !== null, agree: assistant.agree(kind).allowed }),
  )
}

const ITEM_KINDS = {
  root: { about: 'the root', is_project: true, depth: 0 },
  folder: { about: 'a folder', is_project: true, depth: 2 },
  file: { about: 'a file', is_project: false, depth: 3 },
}
const SHARED = { viewer: ROLE.viewer, editor: ROLE.editor }

export function ofSharing(): string {
  const rules = Object.entries(ITEM_KINDS).flatMap(([itemKind, { about, ...item }]) =>
    Object.entries(SHARED).map(([name, role]) => ({
      key: `${itemKind} ${name}`,
      about: `invite people to ${about} as ${name}`,
      asks: ({ workspaceRole, role: own }: Kind) =>
        sharing.giveRole({ id: 1, workspaceRole }, { ...item, role: own, creator_id: 2 }, role).allowed,
    })),
  )
  return tableByKind(Object.fromEntries(rules.map(({ key, about }) => [key, about])), (kind) =>
    Object.fromEntries(rules.map(({ key, asks }) => [key, asks(kind)])),
  )
}
