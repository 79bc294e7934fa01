// Generates docs/permissions.md from the policies. A new ability must be described here. The page's test fails after a
// change of the rules until the page is printed again.
import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { type FileAbilities, type FileStatus, fileStatus } from '@kaiwa/contract/files.ts'
import type { ItemAbilities, ProjectAbilities } from '@kaiwa/contract/items.ts'
import type { SpeakerAbilities } from '@kaiwa/contract/speakers.ts'
import { accountAbilities } from './accounts/policy.ts'
import type { FileState } from './files/policy.ts'
import { fileAbilities } from './files/present-file.ts'
import { type Answers, type Kind, KINDS, table, tableByKind } from './permissions-by-kind.ts'
import { ofAssistant, ofComments, ofDeals, ofSharing, ofSummary, ofTag } from './permissions-by-policy.ts'
import { speakerAbilities } from './speakers/policy.ts'
import { projectAbilities } from './tree/present-item.ts'
import './wiring.ts'

const ITEM: Record<keyof ItemAbilities, string> = {
  rename: 'rename it',
  move: 'move it',
  delete: 'delete it',
  create_folder: 'create folders in it',
  upload: 'upload recordings into it',
  view_members: 'see who has access',
  invite: 'invite people to it',
}

const FOLDER: Record<keyof ProjectAbilities, string> = {
  ...ITEM,
  record: 'record into it from the header',
  edit_speakers: 'create, change and merge its speakers',
  edit_tags: 'create and change tags on its page',
  export_report: 'download its report as a table (CSV)',
}

const FILE: Record<keyof FileAbilities, string> = {
  open: 'open it',
  rename: 'rename it',
  move: 'move it',
  delete: 'delete it',
  cancel: 'cancel its processing',
  retry: 'retry its processing',
  change_language: 'have it recognised again in another language',
  edit: 'edit text, speakers, tags and sections',
  download: 'download the recording',
  clip: 'export a clip of it',
  export: 'export the transcript as a document',
  export_table: 'export it as a table (CSV)',
  import: 'import a transcript',
  comment: 'comment on passages',
}

const SPEAKER: Record<keyof SpeakerAbilities, string> = {
  edit: 'change name, description and picture',
  merge: 'merge it into another',
}

const ACCOUNT: Record<keyof AccountAbilities, string> = {
  view_members: 'see members and usage',
  keep_trash: 'see the trash, restore from it, delete permanently',
  connect_crm: 'connect the CRM',
  pay: 'see and change the payment',
  inquire: 'inquire about the contract',
  view_installation: 'see which parts of the installation work (operators, too)',
}

function ofFolder(depth: number): string {
  return tableByKind(FOLDER, (kind) => projectAbilities(kind, { is_project: true, depth, role: kind.role }))
}

function file(status: FileStatus): FileState {
  return {
    status,
    failed_reason: status === 'failed' ? 'timeout' : null,
    note: null,
    is_playable: status === 'processed',
    has_stream: status === 'processed',
    block_count: status === 'processed' ? 1 : 0,
    is_edited: false,
  }
}

function canFile(kind: Kind, status: FileStatus): Answers {
  return fileAbilities(kind, { is_project: false, depth: 3, role: kind.role }, file(status))
}

/** Regardless of the state of a file; the next table shows the states. */
function ofFile(): string {
  return tableByKind(FILE, (kind) => {
    const states = fileStatus.options.map((status) => canFile(kind, status))
    return Object.fromEntries(Object.keys(FILE).map((ability) => [ability, states.some((can) => can[ability])]))
  })
}

const OWNER = KINDS[0] as Kind

function ofState(): string {
  return table(
    fileStatus.options,
    FILE,
    fileStatus.options.map((status) => canFile(OWNER, status)),
  )
}

function ofSpeaker(): string {
  return tableByKind(SPEAKER, ({ role }) =>
    speakerAbilities({ roles: [role], is_in_editable_file: false }, { is_manual: true }),
  )
}

function ofAccount(): string {
  return tableByKind(ACCOUNT, accountAbilities)
}

export function permissionsPage(): string {
  return `# Permissions

Two roles determine what a user may do with a folder or file: the role in the workspace, and the effective role on the
folder or file, which is the highest of the assigned and inherited ones. A member is editor of the items that they created.
Items that a user may not see are answered like missing ones.

This page is generated from the policies (\`server/*/policy.ts\`) by \`node tools/print-permissions.ts\`.

## The root

${ofFolder(0)}

## A folder

${ofFolder(2)}

## A folder of the fifth level

${ofFolder(5)}

## A file, in a state that allows it

${ofFile()}

## A file, by its state, for the owner

${ofState()}

## Sharing

No one can give a higher role than their own. The owner of a folder or file can transfer it to a person of the workspace who is not a guest.

${ofSharing()}

## A speaker created by a person, by the role in its folder

${ofSpeaker()}

## Tags

Editors of a file put tags on its passages. The tags themselves belong to the workspace and are changed on the page of a
file or folder:

${ofTag()}

## Comments

On the transcript of a file that is processed:

${ofComments()}

## The assistant

A chat exists only for the person who started it. Its answers are shown as far as that person sees the files at the time.

${ofAssistant()}

## Summaries

A generation counts as one chat of the workspace.

${ofSummary()}

## Deals

While the workspace is connected to HubSpot; the history and the deal stay readable afterwards.

${ofDeals()}

## The account area

${ofAccount()}
`
}
