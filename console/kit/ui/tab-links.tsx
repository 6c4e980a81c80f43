import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { ScreenName } from '#contract/screens.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './tab-links.module.css'

interface TabLinksProps<Tab extends string> {
  /** The screen with the tabs; its parameter `tab` names the open one. */
  screen: ScreenName
  /** The accessible name of the tabs. */
  label: string
  /** `search` is the address of a tab that its parameters are, in place of `param`. */
  tabs: readonly { tab: Tab; title: string; search?: object }[]
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
  const nav = useRef<HTMLElement>(null)
  // Where not all fit, the open one is in sight. The screen itself does not scroll, as it would by `scrollIntoView`.
  useLayoutEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[data-open]')
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2
  }, [open])
  return (
    <nav ref={nav} aria-label={label} className={styles['tabs']}>
      {tabs.map(({ tab, title, search = { [param]: tab } }) => (
        <ScreenLink
          key={tab}
          to={screen}
          search={{ ...keep, ...search } as never}
          className={styles['tab']}
          {...(tab === open ? { 'data-open': true, 'aria-current': 'page' } : {})}
        >
          {title}
        </ScreenLink>
      ))}
    </nav>
  )
}
