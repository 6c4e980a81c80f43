import { ActionIcon } from '@mantine/core'
import { Outlet, useLocation, useSearch } from '@tanstack/react-router'
import { lazy, startTransition, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { screenAt } from '#contract/menu.ts'
import type { Screen } from '#contract/screens.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { Banners } from './banners.tsx'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { Pending } from './connection.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { IdleHost } from './idle-host.tsx'
import { Keyboard } from './keyboard.tsx'
import { Menu } from './menu.tsx'
import { useKept } from '#console/kit/api/kept.ts'
import { useActing, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useHasUser, useSessionState, useUser } from '#console/kit/auth/session.ts'
import { Brand } from './brand.tsx'
import styles from './shell.module.css'
import { ScreenSkeleton } from '#console/kit/ui/skeletons.tsx'
import { StepUpHost } from '#console/kit/auth/step-up-host.tsx'
import { TopBar, TopMenus } from './top-bar.tsx'

/** Fetched only for masters. */
const ActingBar = lazy(withTexts(() => import('./acting-bar.tsx')))

/**
 * The frame of every screen of a signed-in user: the menu at the side, the top bar with `topBarItems`, and banners.
 */
export function Shell({ topBarItems }: { topBarItems: ReactNode }): ReactNode {
  return useHasUser() ? <Frame topBarItems={topBarItems} /> : <Pending />
}

/**
 * False on the first render and true on a second one right after it, which React does in a transition: large parts
 * are rendered so, and the browser can paint and handle input between them.
 */
function useSecondRender(): boolean {
  const [second, setSecond] = useState(false)
  useEffect(() => startTransition(() => setSecond(true)), [])
  return second
}

function Frame({ topBarItems }: { topBarItems: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const [folded, setFolded] = useKept('menu-folded')
  const [drawerOpen, setDrawerOpen] = useState(false)
  const { subUserUuid, is_live_mode, iamportKey, viewing_as } = useUser()
  const locked = useSessionState().phase === 'locked'
  const acting = useActing()
  const drawn = useSecondRender() // the screen after its frame
  const screen: Screen | undefined = screenAt(useLocation().pathname)?.screen
  const { merchant = '' } = useSearch({ strict: false }) as RawSearch
  const shown = acting || (screen?.acting === 'object' ? merchant : '')
  return (
    <div className={styles['shell']} data-folded={folded || undefined} data-locked={locked || undefined}>
      <a href="#content" className={styles['skip']}>
        {t(($) => $.shell.skip)}
      </a>
      <nav className={styles['side']} aria-label={t(($) => $.shell.menu)}>
        <div className={styles['brand']}>
          <Brand folded={folded} />
        </div>
        <Menu folded={folded} />
        <button
          type="button"
          className={styles['fold']}
          onClick={() => setFolded(!folded)}
          aria-expanded={!folded}
          aria-label={t(($) => (folded ? $.shell.unfoldMenu : $.shell.foldMenu))}
        >
          <Icon name="collapse" />
          {!folded && <span>{t(($) => $.shell.foldMenu)}</span>}
        </button>
      </nav>
      <div className={styles['main']}>
        <TopBar items={topBarItems} onMenu={() => setDrawerOpen(true)} />
        {shown && shown !== iamportKey && (
          <Suspense>
            <ActingBar merchant={shown} kept={acting !== ''} />
          </Suspense>
        )}
        <Banners />
        <main id="content" tabIndex={-1}>
          {/* The key changes with user, environment, viewed roles and merchant, so that no state of the old ones stays. */}
          <ActingFor merchant={screen?.acting ? acting : ''}>
            {drawn ? (
              <Outlet key={`${subUserUuid} ${is_live_mode} ${String(viewing_as)} ${acting}`} />
            ) : (
              <ScreenSkeleton />
            )}
          </ActingFor>
        </main>
      </div>
      <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />
      <StepUpHost />
      <Keyboard />
      <IdleHost />
    </div>
  )
}

/** The menu of a narrow screen, in a drawer that closes when a screen is chosen. */
function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const ref = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (open) ref.current?.showModal()
    else ref.current?.close()
  }, [open])
  useEffect(onClose, [pathname]) // eslint-disable-line react-hooks/exhaustive-deps -- a change of screen closes it
  return (
    <dialog
      ref={ref}
      className={styles['drawer']}
      aria-label={t(($) => $.shell.menu)}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles['drawerContent']}>
        <div className={styles['drawerHead']}>
          <ActionIcon variant="subtle" color="gray" aria-label={t(($) => $.shell.closeMenu)} onClick={onClose}>
            <Icon name="close" />
          </ActionIcon>
          <div className={styles['drawerMenus']}>{open && <TopMenus inDialog />}</div>
        </div>
        <nav aria-label={t(($) => $.shell.menu)}>
          <Menu folded={false} />
        </nav>
      </div>
    </dialog>
  )
}
