import { initialOf } from '@kaiwa/transcript/speaker-identity.ts'
import { Avatar } from '@mantine/core'

interface Props {
  person: { name: string; avatar: string | null }
  size: number
}

/** A user's picture or initial. Decorative: the name is shown next to it or labels its container. */
export function PersonAvatar({ person: { name, avatar }, size }: Props) {
  return (
    <Avatar src={avatar} size={size} name={name} color="initials" alt="" aria-hidden="true">
      {initialOf(name)}
    </Avatar>
  )
}
