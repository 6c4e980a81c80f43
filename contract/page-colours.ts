/** A colour as `#RRGGBB`. */
export type Colour = string
export const colourForm = /^#[0-9a-f]{6}$/i

/** What a colour is used for, with the least contrast to what is behind it: WCAG 2.2, success criteria 1.4.3 and 1.4.11. */
export const leastContrast = { text: 4.5, focus: 3 } as const

/** The contrast of two colours, from 1 (the same) to 21 (black on white), in any order. */
export function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Black or white, whichever reads better on a colour. The better one always has a contrast of at least 4.58. */
export const textOn = (colour: Colour): '#000000' | '#ffffff' =>
  contrast(colour, '#000000') >= contrast(colour, '#ffffff') ? '#000000' : '#ffffff'

/**
 * The colour itself where its contrast to the ground is enough, else the nearest shade of it that is: mixed with as little black
 * or white as will do. In lower case.
 * @param least the contrast, 1 to 4.58; black or white has at least that to any ground.
 */
export function shadeOn(colour: Colour, ground: Colour, least: number): Colour {
  const passes = (shade: Colour) => contrast(shade, ground) >= least
  if (passes(colour)) return colour.toLowerCase()
  const shades = (['#000000', '#ffffff'] as const)
    .filter(passes)
    .map((end) => ({ end, steps: leastSteps((steps) => passes(mixed(colour, end, steps))) }))
    .toSorted((one, other) => one.steps - other.steps)
  const [nearest] = shades
  if (!nearest) throw new RangeError(`no shade has a contrast of ${least} to ${ground}`)
  return mixed(colour, nearest.end, nearest.steps)
}

const mixSteps = 255

/** `steps` of 255 towards another colour; in lower case. */
function mixed(colour: Colour, towards: Colour, steps: number): Colour {
  const ends = channels(towards)
  const parts = channels(colour).map((from, at) => Math.round(from + (((ends[at] ?? 0) - from) * steps) / mixSteps))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The fewest steps that pass, by bisection. Contrast may first fall where the ground lies between the colour and the end; then it
 * still passes at no step before that, since the colour itself did not.
 */
function leastSteps(passes: (steps: number) => boolean): number {
  let [failing, passing] = [0, mixSteps]
  while (passing - failing > 1) {
    const middle = Math.floor((failing + passing) / 2)
    if (passes(middle)) passing = middle
    else failing = middle
  }
  return passing
}

/** Relative luminance, 0 to 1, as WCAG 2.2 defines it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue, 0 to 255. */
function channels(colour: Colour): number[] {
  if (!colourForm.test(colour)) throw new RangeError(`not a colour: ${colour}`)
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
