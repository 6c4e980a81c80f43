import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActItems, type ActItem } from './act-items.tsx'
import { Icon } from './icons.tsx'
import { LinesSkeleton } from './skeletons.tsx'

interface ActsMenuProps {
  /** What the acts are on, for those who hear the screen; isolated where its direction may differ. */
  name: string
  /** Null while it is not known yet what is possible. */
  acts: readonly ActItem[] | null
  /** What has to be told as well, such as that nothing is possible. */
  children?: ReactNode
  onOpen?: () => void
}

/** The menu of acts at the end of a row. */
export function ActsMenu({ name, acts, children, onOpen }: ActsMenuProps): ReactNode {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" withinPortal {...(onOpen ? { onOpen } : {})}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t(($) => $.list.actsFor, { name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {acts ? <ActItems acts={acts} /> : !children && <LinesSkeleton lines={3} />}
      </Menu.Dropdown>
    </Menu>
  )
}
