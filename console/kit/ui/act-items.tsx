import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './act-items.module.css'
import { Icon, type IconName } from './icons.tsx'

/** An act on an object, as menus, buttons and the palette offer it. */
export interface ActItem<Id extends string = string> {
  id: Id
  title: string
  icon: IconName
  danger?: true
  /** The address that the act opens. */
  href?: string
  run: () => void
}

/** Acts as the entries of a menu. */
export const ActItems = ({ acts }: { acts: readonly ActItem[] }): ReactNode =>
  acts.map(({ id, title, icon, danger, href, run }) =>
    href === undefined ? (
      <Menu.Item
        key={id}
        leftSection={<Icon name={icon} />}
        {...(danger ? { className: styles['danger'] ?? '' } : {})}
        onClick={run}
      >
        {title}
      </Menu.Item>
    ) : (
      <Menu.Item key={id} leftSection={<Icon name={icon} />} component="a" href={href} target="_blank" rel="noopener">
        {title}
      </Menu.Item>
    ),
  )
