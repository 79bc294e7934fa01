// The page of a file, connected with what other domains add to it.
import { analysisTab } from '../analysis/file-page.tsx'
import { citedPassage } from '../assistant/file-page.tsx'
import { commentAction, commentLayer, commentsPanel, commentsToggle, selectionComment } from '../comments/file-page.tsx'
import { crmPanel, crmToggle, headerDeal } from '../crm/file-page.tsx'
import { clipEntry, exportButton, importEntry, importOffer } from '../exchange/file-page.tsx'
import { shareFile } from '../membership/sharing/file-page.tsx'
import { sectionActions, sectionsPanel, sectionsToggle } from '../sections/file-page.tsx'
import { speakerAction, speakerFilter, speakerKeys, speakerNames, whoIsThis } from '../speakers/file-page.tsx'
import { summaryTab } from '../summary/file-page.tsx'
import { selectionTags, tagLayer, tagsPanel, tagsTab, tagsToggle } from '../tags/file-page.tsx'
import { deleteEntry } from '../transcripts/delete-entry.ts'
import { filePage } from '../transcripts/file-page.ts'
import { copyLink, copyPassage } from '../transcripts/selection/copy-entries.ts'
import { uncertainWords } from '../transcripts/uncertain/UncertainWords.tsx'

for (const tab of [tagsTab, analysisTab, summaryTab]) filePage.tabs.add(tab)
for (const panel of [sectionsPanel, tagsPanel, crmPanel, commentsPanel, citedPassage]) filePage.panels.add(panel)
for (const entry of [sectionsToggle, tagsToggle, crmToggle, commentsToggle, whoIsThis, speakerFilter])
  filePage.toolbar.add(entry)
for (const action of [sectionActions, speakerAction, commentAction]) filePage.blockActions.add(action)
for (const overlay of [tagLayer, commentLayer, speakerKeys, uncertainWords]) filePage.overlays.add(overlay)
for (const entry of [importEntry, deleteEntry]) filePage.menu.add(entry)
for (const action of [selectionComment, copyPassage, copyLink, clipEntry]) filePage.selectionActions.add(action)
filePage.selectionPanels.add(selectionTags)
for (const button of [headerDeal, exportButton, shareFile]) filePage.headerActions.add(button)
filePage.recoveryActions.add(importOffer)
filePage.providers.add(speakerNames)

export { default } from '../transcripts/FilePage.tsx'
