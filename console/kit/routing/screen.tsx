import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreenName } from '#contract/screens.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './screen.module.css'
import { ScreenLink } from './screen-link.tsx'
import { screenTitle } from '#console/kit/i18n/words.ts'

interface ScreenProps {
  /** The name of the screen, which gives the title unless `title` is set. */
  name: ScreenName
  title?: string
  /** Shown beside the title, such as a state. */
  beside?: ReactNode
  /** Shown under the title, before the buttons on a phone: the few facts that tell the object from others. */
  facts?: ReactNode
  /** The parent screen. */
  back?: ScreenName
  /** The query parameters of the parent screen. */
  backSearch?: object
  /** Buttons; at most one of them primary. */
  actions?: ReactNode
  /** Takes the whole width of the window, as lists do; texts and forms are easier to read in less. */
  wide?: boolean
  children: ReactNode
}

/** A screen: heading, buttons and content. The heading takes the focus after a change of screen. */
export function Screen(props: ScreenProps): ReactNode {
  const { name, title, beside, facts, back, backSearch, actions, wide, children } = props
  const { t } = useTranslation()
  const heading = title ?? screenTitle(name)
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${heading} · ${t(($) => $.app.name)}`
  }, [heading, t])
  useEffect(() => {
    const taken = ref.current?.closest('main')?.contains(document.activeElement) // by a field with autofocus
    if (screensShown > 0 && !taken) ref.current?.focus({ preventScroll: true })
    screensShown += 1
  }, [])
  return (
    <div className={styles['screen']} data-wide={wide || undefined}>
      <header className={styles['head']}>
        {back && (
          <div className={styles['backLine']}>
            <ScreenLink to={back} {...(backSearch ? { search: backSearch as never } : {})} className={styles['back']}>
              <Icon name="back" size={12} />
              {screenTitle(back)}
            </ScreenLink>
          </div>
        )}
        <h1 className={styles['title']} tabIndex={-1} ref={ref}>
          {/* A name of either direction keeps its own order. */}
          <bdi>{heading}</bdi>
        </h1>
        {beside}
        {facts && <div className={styles['facts']}>{facts}</div>}
        <div className={styles['actions']}>{actions}</div>
      </header>
      {children}
    </div>
  )
}
/** The number of screens shown in this visit; the first one leaves the focus where the browser put it. */
let screensShown = 0
