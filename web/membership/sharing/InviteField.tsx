import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { SharedRole } from '@kaiwa/contract/sharing.ts'
import { Alert, Autocomplete, Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { emailRule } from '../../ui/form/rules.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { peopleQuery } from './queries.ts'
import type { FoundPerson, Members, Shared } from './queries.ts'
import { RoleMenu } from './RoleMenu.tsx'
import { roleName } from './shared-roles.ts'
import styles from './ShareDialog.module.css'
import type { Sharing } from './use-sharing.ts'

/** Milliseconds without typing after which people are searched (SHARE-04). */
const REST = 300

function Person({ person }: { person: FoundPerson }) {
  return (
    <span className={styles.row}>
      <PersonAvatar person={person} size={28} />
      <span className={styles.who}>
        <Text size="sm" truncate>
          {person.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {person.email}
        </Text>
      </span>
    </span>
  )
}

interface Props {
  shared: Shared
  roles: Members['roles']
  sharing: Sharing
}

/** Finds a member of the workspace by name, or accepts any address; every valid address can be invited (SHARE-05). */
export function InviteField({ shared, roles, sharing }: Props) {
  const { t } = useTranslation('sharing')
  const common = useTranslation().t
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The dialog has taken the focus before its people were loaded.
  useEffect(() => field.current?.focus(), [])
  const [picked, setPicked] = useState<SharedRole | null>(null)
  const role = picked ?? (roles.viewer || !roles.editor ? ROLE.viewer : ROLE.editor)
  const [words] = useDebouncedValue(text.trim(), REST)
  const { data: people = [] } = useQuery({
    ...peopleQuery(shared.itemId, words, role),
    enabled: [...words].length >= LIMITS.memberSearchMin && words.length <= LIMITS.nameLength,
  })
  // An empty list is closed: it would take the Escape that closes the dialog.
  const [isListed, setIsListed] = useState(false)
  const isOffered = roles[roleName(role) as 'editor' | 'viewer']
  const email = text.trim()
  const canInvite = emailRule(email) === null && isOffered && !sharing.isBusy
  const { problem } = sharing
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (canInvite) sharing.invite(email, role, () => setText(''))
  }
  return (
    <>
      {!(roles.editor && roles.viewer) && (
        <Alert color="yellow" variant="light" mb="sm" role="status">
          {common('errors.WORKSPACE_EXCEED_MAX_USAGE_QUOTA')}
        </Alert>
      )}
      <form className={styles.invite} onSubmit={handleSubmit} noValidate>
        <Autocomplete
          ref={field}
          className={styles.field}
          label={t('inviteLabel')}
          placeholder={t('invitePlaceholder')}
          value={text}
          onChange={(value) => {
            setText(value)
            sharing.forgetProblem()
          }}
          data={people.map((person) => person.email)}
          dropdownOpened={isListed && people.length > 0}
          onDropdownOpen={() => setIsListed(true)}
          onDropdownClose={() => setIsListed(false)}
          // The server has already filtered, by names that are not in the field.
          filter={({ options }) => options}
          renderOption={({ option }) => {
            const person = people.find(({ email: address }) => address === option.value)
            return person ? <Person person={person} /> : option.value
          }}
          error={problem && [problem.text, ...problem.emails].join(' ')}
          comboboxProps={{ shadow: 'md' }}
          maxLength={LIMITS.emailLength}
          autoComplete="off"
          data-autofocus
        />
        <RoleMenu
          label={t('roleChoice', { role: t(roleName(role)) })}
          value={role}
          roles={roles}
          onPick={setPicked}
          size="sm"
        />
        <Button type="submit" disabled={!canInvite} loading={sharing.isBusy}>
          {t('invite')}
        </Button>
      </form>
    </>
  )
}
