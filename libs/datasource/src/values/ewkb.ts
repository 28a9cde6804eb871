import type { CellValue } from './cell-value';

/**
 * Reads PostGIS's extended well-known binary (hexadecimal, as geometry and geography columns print it) into a
 * GeoJSON geometry. Layout: byte order, uint32 type with flag bits, an SRID when flagged, then the body
 * (PostGIS, doc/ZMSgeoms.txt). Z is kept as GeoJSON's third coordinate, M is dropped, empty points
 * have no coordinates. Curves and surfaces, which GeoJSON does not know, give null.
 */
export function geoJsonFromEwkb(hex: string): CellValue {
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length < 5 || bytes.length * 2 !== hex.length) return null;
  try {
    return new EwkbReader(bytes).geometry();
  } catch (error) {
    if (error instanceof UnknownGeometry) return null;
    throw error;
  }
}

const Z_FLAG = 0x80000000;
const M_FLAG = 0x40000000;
const SRID_FLAG = 0x20000000;
const KIND_MASK = 0x0fffffff;

/** Type numbers of the collections, with GeoJSON's names and whether members are geometries of their own. */
const COLLECTIONS: Readonly<Record<number, string>> = { 4: 'MultiPoint', 5: 'MultiLineString', 6: 'MultiPolygon' };

/** What GeoJSON cannot say, or what ends too early. */
class UnknownGeometry extends Error {
  override readonly name = 'UnknownGeometry';
}

class EwkbReader {
  private at = 0;
  private little = true;
  private hasZ = false;
  private hasM = false;

  constructor(private readonly bytes: Buffer) {}

  geometry(): { [key: string]: CellValue } {
    const kind = this.header();
    switch (kind) {
      case 1:
        return { type: 'Point', coordinates: this.pointOrEmpty() };
      case 2:
        return { type: 'LineString', coordinates: this.list(() => this.position()) };
      case 3:
        return { type: 'Polygon', coordinates: this.rings() };
      case 7:
        return { type: 'GeometryCollection', geometries: this.list(() => this.geometry()) };
      default:
        return this.collection(kind);
    }
  }

  private collection(kind: number): { [key: string]: CellValue } {
    const type = COLLECTIONS[kind];
    if (type === undefined) throw new UnknownGeometry(`geometry type ${kind}`);
    return { type, coordinates: this.list(() => this.geometry()['coordinates'] ?? []) };
  }

  private header(): number {
    this.little = this.bytes.readUInt8(this.advance(1)) === 1;
    const word = this.uint32();
    this.hasZ = (word & Z_FLAG) !== 0;
    this.hasM = (word & M_FLAG) !== 0;
    if ((word & SRID_FLAG) !== 0) this.uint32();
    return word & KIND_MASK;
  }

  private rings(): CellValue[] {
    return this.list(() => this.list(() => this.position()));
  }

  private list(read: () => CellValue): CellValue[] {
    const length = this.uint32();
    if (length > this.bytes.length) throw new UnknownGeometry('length beyond the value');
    return Array.from({ length }, read);
  }

  private pointOrEmpty(): CellValue[] {
    const position = this.position();
    return position.some((value) => Number.isNaN(value)) ? [] : position;
  }

  private position(): number[] {
    const position = [this.double(), this.double()];
    if (this.hasZ) position.push(this.double());
    if (this.hasM) this.double();
    return position;
  }

  private uint32(): number {
    const at = this.advance(4);
    return this.little ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at);
  }

  private double(): number {
    const at = this.advance(8);
    return this.little ? this.bytes.readDoubleLE(at) : this.bytes.readDoubleBE(at);
  }

  private advance(length: number): number {
    const start = this.at;
    this.at += length;
    if (this.at > this.bytes.length) throw new UnknownGeometry('the value ends too early');
    return start;
  }
}
