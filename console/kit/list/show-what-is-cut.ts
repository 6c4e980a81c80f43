import type { MouseEvent } from 'react'

/**
 * Gives what is under the mouse the whole text of its cell as a title, while the cell shows only its beginning. A row's link
 * lies over its cells, so the title has to move with the mouse.
 */
export function showWhatIsCut({ target, clientX, clientY }: MouseEvent): void {
  if (!(target instanceof HTMLElement) || (target.title !== '' && target.dataset['cut'] === undefined)) return
  const cell = document.elementsFromPoint(clientX, clientY).find((element) => element instanceof HTMLTableCellElement)
  const title = cell ? titleOf(cell as HTMLElement) : ''
  if (target.title === title) return
  target.title = title
  target.dataset['cut'] = ''
}

const titleOf = (cell: HTMLElement): string =>
  cell.querySelector<HTMLElement>('[title]:not([data-cut])')?.title ??
  ([cell, ...cell.querySelectorAll('*')].some(isCut) ? cell.innerText : '')

const isCut = (element: Element) =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis'
