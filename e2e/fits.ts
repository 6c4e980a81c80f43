/** What of a page does not fit in its place: cut, running out of its box, over something else, or wider than the window. */
export interface Misfit {
  what: string
  text: string
  where: string
}

/** Runs in the page, and so holds all that it calls. */
export function misfits(): Misfit[] {
  interface Box {
    left: number
    right: number
    top: number
    bottom: number
  }
  interface Placed extends Box {
    element: Element
    text: string
    /** What scrolls or floats by itself; only what is in the same layer may not overlap. */
    layer: Element
  }
  const found = new Map<string, Misfit>()
  const report = (what: string, element: Element, text: string) => {
    const misfit = { what, text: text.trim().replaceAll(/\s+/g, ' ').slice(0, 80), where: whereIs(element) }
    found.set(JSON.stringify(misfit), misfit)
  }

  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const controls = 'a, button, input, select, textarea, summary, [role=tab], [role=menuitem]'
  /** A strip of tabs, a block of code, a table that has too much even when it is tight, and what the keyboard can scroll. */
  const scrolling = 'nav, pre, [data-too-wide], [tabindex="0"]'
  /** The figures under a chart, of which each stands beside empty places. */
  const spilling = '[class*="axis"], [class*="heat"] thead'
  const own = (element: Element) => element.closest('.unseen, .visually-hidden, svg, iframe, [hidden]') === null
  const isShown = (element: Element) =>
    own(element) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  const page = document.documentElement
  if (page.scrollWidth > innerWidth) {
    const outside = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > innerWidth + 1 || left < -1) && !clippedIn(element)
    })
    const deepest = outside.filter((element) => !outside.some((other) => other !== element && element.contains(other)))
    for (const element of deepest.length > 0 ? deepest : [page])
      report('wider than the window', element, element.textContent)
  }

  const texts: Placed[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const shown = new Map<Element, boolean>()
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    const text = node.nodeValue ?? ''
    if (!element || text.trim() === '' || /^(?:SCRIPT|STYLE|OPTION|TEXTAREA|NOSCRIPT)$/.test(element.tagName)) continue
    if (!shown.has(element)) shown.set(element, isShown(element))
    if (!shown.get(element)) continue
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) if (line.width > 1 && line.height > 1) place(element, text, line)
  }
  for (const element of document.querySelectorAll('main *, body > * > *, dialog *')) {
    const { scrollWidth, clientWidth } = element
    if (clientWidth === 0 || scrollWidth <= clientWidth + 1) continue
    if (!/auto|scroll/.test(styleOf(element).overflowX) || element.matches('input, textarea, select')) continue
    if (!isShown(element) || element.closest(scrolling)) continue
    report('scrolls sideways', element, element.textContent)
  }
  const placedControls = [...document.querySelectorAll(controls)]
    .filter(isShown)
    .flatMap((element) => [...element.getClientRects()].map((box) => placed(element, element.textContent, box)))
    .filter((control) => control.right - control.left > 2 && control.bottom - control.top > 2 && isInView(control))
  for (const control of placedControls) checkControl(control)
  over(texts, 'texts over each other', (one, other) => one.element !== other.element || one.text !== other.text)
  over(
    placedControls.filter(({ element }) => !/radio|checkbox/.test(element.getAttribute('type') ?? '')),
    'controls over each other',
    (one, other) => !one.element.contains(other.element) && !other.element.contains(one.element),
  )
  return [...found.values()]

  /** Takes down one line of a text, and looks whether it is cut or runs out of its box. */
  function place(element: Element, text: string, line: DOMRect): void {
    const seen = { left: line.left, right: line.right, top: line.top, bottom: line.bottom }
    let inBox = false
    let isTold = false
    const tell = (what: string) => {
      if (!isTold) report(what, element, text)
      isTold = true
    }
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const style = styleOf(box)
      if (style.display === 'inline' || style.display === 'contents') continue
      const edge = box.getBoundingClientRect()
      const isCutting = /hidden|clip/.test(style.overflowX) || style.clipPath !== 'none'
      if (isCutting && (edge.width <= 2 || edge.height <= 2 || style.clipPath === 'inset(50%)')) return
      const beyond = Math.max(seen.right - edge.right, edge.left - seen.left)
      if (isCutting && beyond > 1 && !isOnPurpose(box, style)) tell('cut')
      const middle = (seen.top + seen.bottom) / 2
      if (isCutting && (middle < edge.top || middle > edge.bottom)) {
        if (!/auto|scroll/.test(style.overflowY) && !isOnPurpose(box, style)) tell('cut below')
        return
      }
      const isTight = !inBox || box.matches(controls) || box.matches('label, th, td, [data-card], dialog')
      if (!isCutting && isTight && beyond > 1 && !element.closest(spilling) && !/auto|scroll/.test(style.overflowX))
        tell('out of its box')
      const below = Math.max(seen.bottom - edge.bottom, edge.top - seen.top)
      if (isTight && below > (seen.bottom - seen.top) * 0.4 && !/auto|scroll|hidden/.test(style.overflowY))
        tell('out of its box below')
      inBox = true
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
        seen.left = Math.max(seen.left, edge.left)
        seen.right = Math.min(seen.right, edge.right)
        if (seen.right - seen.left < 2 || middle < edge.top || middle > edge.bottom) return
      }
      if (/fixed|absolute/.test(style.position)) break
    }
    // The letters stand in the middle of the line's box, which may overlap the next one's.
    const middle = (line.top + line.bottom) / 2
    const half = Number.parseFloat(styleOf(element).fontSize) * 0.35
    texts.push(placed(element, text, { ...seen, top: middle - half, bottom: middle + half }))
  }

  /**
   * A cell shows its whole text to the mouse (`show-what-is-cut.ts`), and so does what has a title. But a moment or an
   * amount is nothing without its end.
   */
  function isOnPurpose(box: Element, style: CSSStyleDeclaration): boolean {
    if (box.closest('td')) return box.closest(`td:is([data-kind='time'], [data-kind='amount'])`) === null
    return (
      style.textOverflow === 'ellipsis' && box.matches('[title] *, [title], :has([title]), [data-cut-on-purpose] *')
    )
  }

  function placed(element: Element, text: string, { left, right, top, bottom }: Box): Placed {
    return { element, text, left, right, top, bottom, layer: layerOf(element) }
  }

  function layerOf(element: Element): Element {
    let layer: Element | null = element
    while (layer && !/fixed|absolute|sticky/.test(styleOf(layer).position)) layer = layer.parentElement
    return layer ?? document.body
  }

  /** Whether the middle of a control is not scrolled away in something around it. */
  function isInView({ element, left, right, top, bottom }: Placed): boolean {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = styleOf(box)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const edge = box.getBoundingClientRect()
      const [across, down] = [(left + right) / 2, (top + bottom) / 2]
      if (across < edge.left || across > edge.right || down < edge.top || down > edge.bottom) return false
      if (position === 'fixed') break
    }
    return true
  }

  /** Whether something around an element hides or scrolls what does not fit. */
  function clippedIn(element: Element): boolean {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
      if (styleOf(box).overflowX !== 'visible') return true
    return false
  }

  /** A control stands within its card, and shows the whole of what is in it. */
  function checkControl({ element, left, right }: Placed): void {
    const card = element.closest('[data-card], dialog, [role=dialog], .panel')
    const edge = card?.getBoundingClientRect()
    if (edge && !clippedIn(element) && (right > edge.right + 1 || left < edge.left - 1)) report('out of its card', element, element.textContent) // prettier-ignore
    const isTyped = element instanceof HTMLInputElement && /^(?:text|search|email|tel|url|password|number)$/.test(element.type) // prettier-ignore
    const text = element instanceof HTMLSelectElement ? (element.selectedOptions[0]?.label ?? '') : isTyped && element.value === '' ? element.placeholder : '' // prettier-ignore
    if (text === '') return
    const style = styleOf(element)
    const room = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    if (widthOf(text, style) > room + 1) report(element instanceof HTMLSelectElement ? 'choice cut' : 'placeholder cut', element, text) // prettier-ignore
  }

  function widthOf(text: string, style: CSSStyleDeclaration): number {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return 0
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    return context.measureText(text).width
  }

  /** Reports each pair of one layer that covers more than a hair of each other. */
  function over(all: Placed[], what: string, counts: (one: Placed, other: Placed) => boolean): void {
    const sorted = all.toSorted((one, other) => one.top - other.top)
    for (const [at, one] of sorted.entries())
      for (let next = at + 1; next < sorted.length; next += 1) {
        const other = sorted[next] as Placed
        if (other.top > one.bottom - 2) break
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const high = Math.min(one.bottom, other.bottom) - other.top
        if (wide <= 2 || high <= 2 || one.layer !== other.layer || !counts(one, other)) continue
        report(what, one.element, `${one.text.trim().slice(0, 36)} | ${other.text.trim()}`)
      }
  }

  /** The element and those around it by their tags and the readable part of their classes. */
  function whereIs(element: Element): string {
    const names: string[] = []
    for (let box: Element | null = element; box && box !== document.body && names.length < 4; box = box.parentElement) {
      const classes = typeof box.className === 'string' ? box.className.split(' ') : []
      const name = classes.find((one) => /^_?[a-z]/i.test(one) && !/^m_|^mantine-focus/.test(one)) ?? ''
      names.unshift(box.tagName.toLowerCase() + (name && `.${name.replaceAll(/^_|_\w+_\d+$/g, '')}`))
    }
    return names.join(' > ')
  }
}
