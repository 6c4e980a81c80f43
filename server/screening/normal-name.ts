import anyAscii from 'any-ascii'

/** Legal forms, which say nothing of who it is. */
const legalForms = new Set(
  'ab ag as asa bhd bv co corp corporation company cv doo dba eirl ev gmbh inc incorporated jsc kg kk kft limited llc llp lp ltd ltda nv oao oo ooo ou oy oyj pjsc plc pte pt pty pvt sa sae saoc sarl sas sb sdn se sl spa spzoo srl sro tbk tnhh ug zao jointstock'.split(
    ' ',
  ),
)

/** The words of a name as they are compared: in Latin letters and lower case, without punctuation and legal forms, sorted. */
export function tokensOf(name: string): string[] {
  const words = anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/['’`.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const kept = words.filter((word) => !legalForms.has(word))
  // A name of nothing but legal forms is compared as it is.
  return (kept.length > 0 ? kept : words).toSorted()
}
