import { LIMITS } from '@kaiwa/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import { refusalOf, refusalOfFile } from './import-refusal.ts'
import type { ImportRefusal } from './import-refusal.ts'
import { refreshAfterImport } from './queries.ts'
import type { ImportSummary } from './queries.ts'

interface CheckedFile {
  file: File
  /** Effect of the import; null while the file is being checked, or if it cannot be read. */
  summary: ImportSummary | null
  refusal: ImportRefusal | null
}

function formOf(fields: Readonly<Record<string, string>>, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  return form
}

/** Checks a chosen file, then imports it as the transcript. */
export function useImport(fileId: number, onDone: () => void) {
  const { t } = useTranslation('exchange')
  const client = useQueryClient()
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  const [busy, setBusy] = useState<'checking' | 'importing' | null>(null)
  const [names, setNames] = useState(true)
  const checking = useRef<AbortController | null>(null)
  useEffect(() => () => checking.current?.abort(), [])

  const check = useCallback(
    async (file: File, readsNames: boolean, before: ImportRefusal | null = null): Promise<void> => {
      checking.current?.abort()
      const { signal } = (checking.current = new AbortController())
      const tooLarge = refusalOfFile(file, LIMITS.importFileMb)
      setChecked({ file, summary: null, refusal: tooLarge })
      if (tooLarge) return setBusy(null)
      setBusy('checking')
      try {
        const form = formOf({ names: String(readsNames) }, file)
        const summary = await call('checkImport', { params: { fileId } }, { form, signal })
        setChecked({ file, summary, refusal: before })
      } catch (error) {
        if (signal.aborted) return
        const refusal = refusalOf(error)
        setChecked(refusal && { file, summary: null, refusal })
        if (!refusal) toast.error(errorText(error))
      }
      setBusy(null)
    },
    [fileId],
  )

  const importFile = async (isTakingOver: boolean): Promise<void> => {
    if (!checked?.summary) return
    const { file, summary } = checked
    setBusy('importing')
    try {
      const fields = { names: String(names), revision: String(summary.revision), take_over: String(isTakingOver) }
      const { is_changed } = await call('importTranscript', { params: { fileId } }, { form: formOf(fields, file) })
      await refreshAfterImport(client, fileId)
      if (is_changed) toast.success(t('imported'))
      else toast.info(t('unchanged'))
      onDone()
    } catch (error) {
      setBusy(null)
      const refusal = refusalOf(error)
      if (refusal?.kind === 'changed') return check(file, names, refusal)
      if (refusal) setChecked({ file, summary, refusal })
      else toast.error(errorText(error))
    }
  }

  const choose = (file: File) => void check(file, names)
  const readNames = (reads: boolean) => {
    setNames(reads)
    if (checked) void check(checked.file, reads)
  }
  return { checked, busy, names, choose, readNames, importFile }
}
