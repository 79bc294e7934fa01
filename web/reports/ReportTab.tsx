import type { Project } from '@kaiwa/contract/workspace.ts'
import { useSearchParams } from 'react-router'
import { FolderReport } from './FolderReport.tsx'
import { FolderTalk } from './talk/FolderTalk.tsx'
import { isTalkShown } from './talk/talk-state.ts'

/** The Report tab of a folder: totals by two classifications, or the talk of its files side by side. */
export function ReportTab({ project }: { project: Project }) {
  const [search] = useSearchParams()
  return isTalkShown(search) ? <FolderTalk project={project} /> : <FolderReport project={project} />
}
