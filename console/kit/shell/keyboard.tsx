import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { useKept } from '#console/kit/api/kept.ts'
import { onOverlayChange, showOverlay, shownOverlay } from './overlay.ts'
import { useRememberVisits } from './recent-visits.ts'
import { mayOpen } from '#console/kit/routing/guard.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { createReader, type Act } from './shortcuts.ts'

const Palette = lazy(withTexts(() => import('./palette.tsx')))
const ShortcutSheet = lazy(withTexts(() => import('./shortcut-sheet.tsx')))

/** Handles keyboard shortcuts on every screen, and shows the overlay that was asked for. */
export function Keyboard(): ReactNode {
  const overlay = useSyncExternalStore(onOverlayChange, shownOverlay)
  const [singleKeysOff, setSingleKeysOff] = useKept('single-keys-off')
  useKeys(!singleKeysOff)
  useRememberVisits()
  const close = () => showOverlay(null)
  return (
    <Suspense>
      {overlay === 'palette' && <Palette onClose={close} />}
      {overlay === 'shortcuts' && (
        <ShortcutSheet singleKeys={!singleKeysOff} onSingleKeys={(on) => setSingleKeysOff(!on)} onClose={close} />
      )}
    </Suspense>
  )
}

function useKeys(singleKeys: boolean): void {
  const go = useGo()
  const user = useUser()
  const [read] = useState(() => createReader())
  useEffect(() => {
    const obey = (act: Act): boolean => {
      if (act === 'palette') showOverlay(shownOverlay() === 'palette' ? null : 'palette')
      else if (act === 'shortcuts') showOverlay('shortcuts')
      else if (act === 'search')
        return focusOn(document.querySelector<HTMLElement>('main input[type=search], main [data-filters]'))
      else if (act === 'next' || act === 'previous') return moveRow(act === 'next' ? 1 : -1)
      else if (act === 'choose') return chooseRow()
      else if (typeof act === 'string')
        return press(document.querySelector<HTMLElement>(`main [data-act='${act}']:not(:disabled)`))
      else if (mayOpen(act.to, user)) void go({ to: act.to, search: {} as never })
      return true
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const act = read(
        {
          key: event.key,
          ctrlKey: event.ctrlKey,
          metaKey: event.metaKey,
          altKey: event.altKey,
          typing: isTyping(event.target),
          covered: [...document.querySelectorAll(covers)].some((cover) => cover.checkVisibility()),
          inRow: event.target instanceof Element && event.target.closest(rows) !== null,
        },
        { at: event.timeStamp, singleKeys },
      )
      if (act && obey(act)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [go, read, singleKeys, user])
}

/** Elements with the keyboard to themselves. A closing `dialog` has no `open` attribute any more. */
const covers = 'dialog[open], [role=dialog], [role=menu], [role=listbox]'

/** Whether the target takes text. A field of a closing dialog still has the focus and does not count. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.checkVisibility() &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function focusOn(element: HTMLElement | null | undefined): boolean {
  element?.focus()
  return element !== null && element !== undefined
}

/** The rows of a table, or of a list where there is no room for one. */
const rows = 'main tbody tr, main [data-row]'

/** Moves the focus from row to row, onto each row's link; Enter then follows the link. */
function moveRow(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>(rows)].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href], button') ?? [],
  )
  const at = links.findIndex((link) => link.closest(rows)?.contains(document.activeElement))
  const to = at < 0 ? (step === 1 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step))
  return focusOn(links[to])
}

/** Chooses the row with the focus, or leaves it out again. */
const chooseRow = (): boolean =>
  press(document.activeElement?.closest(rows)?.querySelector<HTMLElement>("[type='checkbox']"))

function press(element: HTMLElement | null | undefined): boolean {
  element?.click()
  return element !== null && element !== undefined
}
