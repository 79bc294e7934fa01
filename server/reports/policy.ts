// Access rules for reports of a folder. Everyone who sees the folder reads its report.
import { type Decision, folderEditor, type Subject } from '../tree/policy.ts'

/** The report as a table (CSV) is for editors of the folder, as tables everywhere. */
export function exportReport(folder: Subject): Decision {
  return folderEditor(folder)
}
