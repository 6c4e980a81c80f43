/** Prints a text alone, with its line breaks. */
export function printText(title: string, text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const inside = frame.contentDocument
  if (!inside || !frame.contentWindow) return
  inside.title = title
  const written = inside.createElement('pre')
  written.textContent = text
  inside.body.append(written)
  frame.contentWindow.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow.print()
}
