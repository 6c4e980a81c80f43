/**
 * Does something once no finger or mouse button is down and what it pressed has heard of it. A message that appears
 * while a button is being pressed would push the button away from under the finger, and the press would be lost.
 */
export function afterRelease(act: () => void): void {
  if (held) waiting.push(act)
  else setTimeout(act)
}

let held = false
let waiting: (() => void)[] = []

addEventListener('pointerdown', () => (held = true), { capture: true })
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { capture: true })

function release(): void {
  held = false
  for (const act of waiting) setTimeout(act)
  waiting = []
}
