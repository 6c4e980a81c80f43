import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreenName } from '#contract/screens.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './screen.module.css'
import { ScreenLink } from './screen-link.tsx'
import { screenTitle } from '#console/kit/i18n/words.ts'

interface ScreenProps {
  /** Which screen this is: gives the title unless `title` does. */
  name: ScreenName
  title?: string
  /** Stands beside the title: a state. */
  beside?: ReactNode
  /** The screen this one belongs to. */
  back?: ScreenName
  /** What the address of that screen carries. */
  backSearch?: object
  /** Buttons; at most one of them primary. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen: its heading, which takes the focus after a change of screen, its buttons and its content. */
export function Screen({ name, title, beside, back, backSearch, actions, children }: ScreenProps): ReactNode {
  const { t } = useTranslation()
  const heading = title ?? screenTitle(name)
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${heading} · ${t(($) => $.app.name)}`
  }, [heading, t])
  useEffect(() => {
    const taken = ref.current?.closest('main')?.contains(document.activeElement) // by a field that asked for it
    if (screensShown > 0 && !taken) ref.current?.focus({ preventScroll: true })
    screensShown += 1
  }, [])
  return (
    <div className={styles['screen']}>
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
          {heading}
        </h1>
        {beside}
        <div className={styles['actions']}>{actions}</div>
      </header>
      {children}
    </div>
  )
}
/** The first screen of a visit leaves the focus where the browser put it. */
let screensShown = 0
