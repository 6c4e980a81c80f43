import type { ReactNode } from 'react'
import type { ScreenName } from '#contract/screens.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './tab-links.module.css'

interface TabLinksProps<Tab extends string> {
  /** The screen with the tabs; its parameter `tab` names the open one. */
  screen: ScreenName
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly { tab: Tab; title: string }[]
  open: Tab
  /** The query parameter, where it is not `tab`. */
  param?: string
  /** The query parameters that stay. */
  keep?: object
}

/** The tabs of a screen as links, so that each has an address of its own. */
export function TabLinks<Tab extends string>({
  screen,
  label,
  tabs,
  open,
  param = 'tab',
  keep = {},
}: TabLinksProps<Tab>): ReactNode {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {tabs.map(({ tab, title }) => (
        <ScreenLink
          key={tab}
          to={screen}
          search={{ ...keep, [param]: tab } as never}
          className={styles['tab']}
          {...(tab === open ? { 'data-open': true, 'aria-current': 'page' } : {})}
        >
          {title}
        </ScreenLink>
      ))}
    </nav>
  )
}
