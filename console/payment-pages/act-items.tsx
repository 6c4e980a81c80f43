import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#console/kit/ui/icons.tsx'
import type { ActItem } from './page-acts.tsx'
import styles from './payment-pages.module.css'

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
