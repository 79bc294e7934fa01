// Connects the extension points and hooks of lower layers with their implementations in higher ones. Loaded by domains.ts
// and by worker threads that run domain code.
import { crmState, newMember, sessionContent } from './accounts/extension-points.ts'
import { cardPayment } from './applications/extension-points.ts'
import { cardState } from './billing/extension-points.ts'
import { movePassages } from './comments/move-passages.ts'
import { comment } from './comments/policy.ts'
import { isConnected } from './crm/connection/is-connected.ts'
import { exportTable, exportTranscript, importTranscript } from './exchange/policy.ts'
import { fileRules, folderSearch } from './files/extension-points.ts'
import { findGrowingBytes, readGrowingBytes } from './uploads/growing-bytes.ts'
import { updateFolderOfFiles } from './files/store/files.ts'
import { clip, download } from './media/policy.ts'
import { claimInvitation, joinClaimed, joinInvited, provesAddress } from './membership/invitations/claim-invitation.ts'
import { readCardState } from './payment/provider/card-state.ts'
import { cardReason } from './payment/provider/provider-secrets.ts'
import { growingUpload } from './processing/live/extension-points.ts'
import { cancel, changeLanguage, retry } from './processing/policy.ts'
import { stopRuns } from './processing/stop-runs.ts'
import { exportReport } from './reports/policy.ts'
import { searchFolder } from './search/search-folder.ts'
import { editSpeakers } from './speakers/policy.ts'
import { addSpeakersOfFilesToFolder, addSpeakersToFolder } from './speakers/store/project-speakers.ts'
import {
  findSpeakers,
  findSpeakersOfFile,
  insertAutomaticSpeakers,
  resolveSpeakers,
} from './speakers/store/speakers.ts'
import { markOutdated } from './summary/mark-outdated.ts'
import { editTags } from './tags/policy.ts'
import { findTags, listVisibleTags, resolveTags } from './tags/store/tags.ts'
import { blocksTouched } from './transcripts/extension-points.ts'
import { edit } from './transcripts/policy.ts'
import { speakerReferences, tagReferences } from './transcripts/references.ts'
import { runningFilesTrashed } from './trash/extension-points.ts'
import { createWorkspace } from './membership/create-workspace.ts'
import { filesMoved, folderRules, folderSpeakers } from './tree/extension-points.ts'
import { readTree } from './tree/get-tree.ts'

cardState.provide(readCardState)

newMember.provide({ createWorkspace, provesAddress, claimInvitation, joinInvited, joinClaimed })

sessionContent.provide(async (db, actor) => {
  const [tree, speakers, tags] = await Promise.all([
    readTree(db, actor),
    // Speakers that can be chosen, without their files.
    findSpeakers(db, actor, { isNamed: true, hasFiles: false }),
    listVisibleTags(db, actor),
  ])
  return {
    ...tree,
    speakers,
    tags: tags.map(({ id, name, appearance, tag_category_id }) => ({ id, name, appearance, tag_category_id })),
  }
})

crmState.provide(async (app, { workspaceId }) => workspaceId !== null && isConnected(app, workspaceId))

folderRules.provide({ edit_speakers: editSpeakers, edit_tags: editTags, export_report: exportReport })
fileRules.provide({
  cancel,
  retry,
  change_language: changeLanguage,
  edit,
  download,
  clip,
  export: exportTranscript,
  export_table: exportTable,
  import: importTranscript,
  comment,
})

growingUpload.provide({ state: findGrowingBytes, read: readGrowingBytes })

folderSpeakers.provide(findSpeakers)
folderSearch.provide(searchFolder)

filesMoved.add('folder of the files', updateFolderOfFiles)
filesMoved.add('speakers of the folder', addSpeakersOfFilesToFolder)

blocksTouched.add('passages of comments', movePassages)
blocksTouched.add('summaries', markOutdated)

runningFilesTrashed.add('end of processing', stopRuns)

speakerReferences.provide({
  resolve: resolveSpeakers,
  addToFolder: addSpeakersToFolder,
  insertAutomatic: insertAutomaticSpeakers,
  listInFolder: (db, actor, projectId, ids) => findSpeakers(db, actor, { projectId, ids }),
  listInFile: findSpeakersOfFile,
})
cardPayment.provide(({ config }) => cardReason(config) === null)

tagReferences.provide({ resolve: resolveTags, find: findTags })
