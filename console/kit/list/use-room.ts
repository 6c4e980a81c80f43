import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useLanguage } from '#console/kit/i18n/words.ts'

/** Below this width of the content, in CSS pixels, a list is rows of two lines and its tools are in a sheet. */
const narrowBelow = 640

/**
 * Calls `measure` before the first paint, after each change of `deps` and when the element's width changes; and not `anew`
 * when the size of what stands in it changes, as by a font that comes late.
 */
function useMeasured(
  ref: RefObject<HTMLElement | null>,
  measure: (element: HTMLElement, anew: boolean) => void,
  deps: readonly unknown[],
): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    measure(element, true)
    let width = element.clientWidth
    const observer = new ResizeObserver(() => {
      const anew = element.clientWidth !== width
      width = element.clientWidth
      measure(element, anew)
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    // Cells may follow a change of language one render later.
    const frame = requestAnimationFrame(() => measure(element, true))
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
    // Depends on what the caller names; `measure` is a new function on each render.
  }, deps)
}

/** Whether an element is too narrow for the table of a list. */
export function useNarrow(): { ref: RefObject<HTMLDivElement | null>; narrow: boolean } {
  const ref = useRef<HTMLDivElement>(null)
  const [narrow, setNarrow] = useState(() => window.innerWidth < narrowBelow)
  useMeasured(ref, ({ clientWidth }) => clientWidth > 0 && setNarrow(clientWidth < narrowBelow), [])
  return { ref, narrow }
}

/**
 * Where on the page an element begins that is too narrow for what stands in it, in CSS pixels; null while it is not. Where
 * that helps, its content is drawn tight (`data-tight`).
 */
export function useTooWide(deps: readonly unknown[]): {
  ref: RefObject<HTMLDivElement | null>
  tooWide: number | null
} {
  const ref = useRef<HTMLDivElement>(null)
  const [tooWide, setTooWide] = useState<number | null>(null)
  const measure = (element: HTMLElement, anew: boolean) => {
    const begins = Math.round(element.getBoundingClientRect().top + window.scrollY)
    const fits = (tight: boolean) => {
      element.toggleAttribute('data-tight', tight)
      return element.scrollWidth <= element.clientWidth
    }
    const isTight = !anew && element.hasAttribute('data-tight')
    setTooWide(fits(isTight) || fits(true) || fits(false) ? null : begins)
  }
  useMeasured(ref, measure, [useLanguage(), ...deps])
  return { ref, tooWide }
}

/** Whether the table in an element has room there. Where it has none, the caller draws something else in its place. */
export function useFit(deps: readonly unknown[]): { ref: RefObject<HTMLDivElement | null>; fits: boolean } {
  const ref = useRef<HTMLDivElement>(null)
  const needed = useRef(0)
  const [fits, setFits] = useState(true)
  const language = useLanguage()
  // Another language has other widths.
  useLayoutEffect(() => setFits(true), [language])
  const measure = ({ scrollWidth, clientWidth }: HTMLElement) => {
    if (fits && scrollWidth > clientWidth) {
      needed.current = scrollWidth
      setFits(false)
    } else if (!fits && clientWidth >= needed.current) setFits(true)
  }
  useMeasured(ref, measure, [fits, language, ...deps])
  return { ref, fits }
}
