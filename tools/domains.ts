import { circlesIn, domainOf, importsBetween, linesOf } from './import-graph.ts'

/**
 * Prints what each server domain imports from which other, in the form of `test/domain-imports.txt`; fails when domains
 * import each other in a circle.
 */
const imports = importsBetween(domainOf)
for (const line of linesOf(imports)) process.stdout.write(`${line}\n`)
const circles = circlesIn(imports)
for (const circle of circles) process.stderr.write(`circle: ${circle}\n`)
process.exitCode = circles.length > 0 ? 1 : 0
