import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { formatDateTime } from '../../platform/dates.ts'
import { reportFailure } from '../../platform/error-text.ts'
import { Loading } from '../../ui/Loading.tsx'
import { WaitNotice } from '../HubspotNotice.tsx'
import { type Master, masterQuery } from '../queries.ts'
import { CheckRow } from './ChoiceRow.tsx'
import { Column } from './Column.tsx'
import { filterProperties } from './deal-rows.ts'
import styles from './Column.module.css'
import type { DealDialogState } from './use-deal-dialog.ts'
import { useHubspotAction } from './use-hubspot-action.ts'

interface AgeProps {
  master: Master
  fileId: number
  /** HubSpot is asked already. */
  isRefreshing: boolean
}

/** The age of what is known about the portal, and a button that asks HubSpot again. */
function Age({ master, fileId, isRefreshing }: AgeProps) {
  const { t } = useTranslation('crm')
  const client = useQueryClient()
  const { run, isRunning, waitUntil, isAbort } = useHubspotAction()
  const date = formatDateTime(master.fetched_at)
  const handleReload = async () => {
    try {
      const fresh = await run(() => call('getCrmMaster', { query: { force: '1', projectFileId: fileId } }))
      client.setQueryData(masterQuery(fileId).queryKey, fresh)
    } catch (error) {
      if (!isAbort(error)) reportFailure(error)
    }
  }
  return (
    <>
      <div className={styles.age} data-outdated={master.is_outdated || undefined}>
        <span>{t(master.is_outdated ? 'dialog.outdated' : 'dialog.age', { date })}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          loading={isRunning || isRefreshing}
          aria-label={t('dialog.reload')}
          title={t('dialog.reload')}
          onClick={() => void handleReload()}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      </div>
      {waitUntil !== null && <WaitNotice until={waitUntil} />}
    </>
  )
}

interface PropertiesProps {
  dialog: DealDialogState
  fileId: number
  master: Master
}

function Properties({ dialog, fileId, master }: PropertiesProps) {
  const { t } = useTranslation('crm')
  const [group, setGroup] = useState('')
  const [words, setWords] = useState('')
  const [onlySelected, setOnlySelected] = useState(false)
  const { selected, savesSetting, setSavesSetting } = dialog
  const filter = useDeferredValue(useMemo(() => ({ group, words, onlySelected }), [group, words, onlySelected]))
  const shown = useMemo(() => filterProperties(master, selected, filter), [master, selected, filter])
  const latest = useRef(dialog.toggle)
  useEffect(() => {
    latest.current = dialog.toggle
  })
  const handleToggle = useCallback((name: string) => latest.current(name), [])
  return (
    <>
      <NativeSelect
        aria-label={t('dialog.group')}
        value={group}
        data={[
          { value: '', label: t('dialog.allGroups') },
          ...master.groups
            .filter(({ propertyCount: count }) => count > 0)
            .map(({ name, label, propertyCount: count }) => ({ value: name, label: `${label} (${count})` })),
        ]}
        onChange={(event) => setGroup(event.currentTarget.value)}
      />
      <TextInput
        type="search"
        aria-label={t('dialog.filter')}
        placeholder={t('dialog.filter')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className={styles.chosen}>
        <output>{t('dialog.chosen', { count: selected.size })}</output>
        <Button variant="subtle" size="compact-sm" disabled={selected.size === 0} onClick={dialog.clear}>
          {t('dialog.clear')}
        </Button>
      </div>
      <Checkbox
        size="xs"
        label={t('dialog.onlyChosen')}
        checked={onlySelected}
        onChange={(event) => setOnlySelected(event.currentTarget.checked)}
      />
      <div className={styles.list} role="group" aria-label={t('dialog.properties')}>
        {shown.map(({ name, label }) => (
          <CheckRow key={name} value={name} label={label} isChecked={selected.has(name)} onToggle={handleToggle} />
        ))}
        {shown.length === 0 && <p className={styles.hint}>{t('dialog.noProperties')}</p>}
      </div>
      <Checkbox
        size="sm"
        label={t('dialog.saveSetting')}
        description={t('dialog.saveSettingAbout')}
        checked={savesSetting}
        onChange={(event) => setSavesSetting(event.currentTarget.checked)}
      />
      <Age master={master} fileId={fileId} isRefreshing={dialog.master.isFetching} />
    </>
  )
}

/** The properties to propose and write (CRM-21). Groups without properties are not offered (CRM-22). */
export function PropertyColumn({ dialog, fileId, isShown }: Omit<PropertiesProps, 'master'> & { isShown: boolean }) {
  const { t } = useTranslation('crm')
  const { master } = dialog
  return (
    <Column title={t('dialog.properties')} step="properties" isShown={isShown}>
      {master.data ? <Properties dialog={dialog} fileId={fileId} master={master.data} /> : <Loading />}
    </Column>
  )
}
