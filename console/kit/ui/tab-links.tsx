import type { ReactNode } from 'react'
import type { ScreenName } from '#contract/screens.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './tab-links.module.css'

interface TabLinksProps<Tab extends string> {
  /** The screen that the tabs divide; its address holds the open one as `tab`. */
  screen: ScreenName
  /** What the tabs are tabs of. */
  label: string
  tabs: readonly { tab: Tab; title: string }[]
  open: Tab
  /** Under which name the address holds it, where that is not `tab`. */
  param?: string
}

/** The parts of a screen as links side by side, so that each has its own address. */
export function TabLinks<Tab extends string>({
  screen,
  label,
  tabs,
  open,
  param = 'tab',
}: TabLinksProps<Tab>): ReactNode {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {tabs.map(({ tab, title }) => (
        <ScreenLink
          key={tab}
          to={screen}
          search={{ [param]: tab } as never}
          className={styles['tab']}
          {...(tab === open ? { 'data-open': true, 'aria-current': 'page' } : {})}
        >
          {title}
        </ScreenLink>
      ))}
    </nav>
  )
}
