import { arcPoints, type Position } from './arc-points';
import type { CellValue } from './cell-value';

/**
 * Converts PostGIS's extended well-known binary (hexadecimal, as geometry and geography columns print it) to a GeoJSON
 * geometry. Layout: byte order, uint32 type with flag bits, an SRID if flagged, then the body (PostGIS,
 * doc/ZMSgeoms.txt; type numbers: ISO 13249-3). Z becomes GeoJSON's third coordinate, M is dropped, empty points have
 * no coordinates; coordinates stay in the column's reference system. Types unknown to GeoJSON are approximated: arcs by
 * lines of many points, surfaces and TINs by polygons. Non-finite coordinates give null.
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

/**
 * Type numbers of collections of geometries, with their GeoJSON names; includes multi-curves, multi-surfaces,
 * polyhedral surfaces and TINs.
 */
const COLLECTIONS: Readonly<Record<number, string>> = {
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
  11: 'MultiLineString',
  12: 'MultiPolygon',
  15: 'MultiPolygon',
  16: 'MultiPolygon',
};

/** A geometry that GeoJSON cannot represent, or a truncated value. */
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
        return { type: 'LineString', coordinates: this.positions() };
      case 3:
        return { type: 'Polygon', coordinates: this.rings() };
      case 8:
        return { type: 'LineString', coordinates: arcPoints(this.positions()) };
      case 9:
        return { type: 'LineString', coordinates: this.joinedLines() };
      case 10:
        return { type: 'Polygon', coordinates: this.list(() => this.geometry()['coordinates'] ?? []) };
      case 17:
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
    return this.list(() => this.positions());
  }

  private positions(): Position[] {
    return this.list(() => {
      const position = this.position();
      if (!position.every(Number.isFinite)) throw new UnknownGeometry('a coordinate is not finite');
      return position;
    });
  }

  /** The parts of a compound curve: each starts at the end of the previous one. */
  private joinedLines(): CellValue[] {
    const parts = this.list(() => this.geometry()['coordinates'] ?? []) as CellValue[][];
    return parts.flatMap((part, i) => (i === 0 ? part : part.slice(1)));
  }

  private list<T extends CellValue>(read: () => T): T[] {
    const length = this.uint32();
    if (length > this.bytes.length) throw new UnknownGeometry('length beyond the value');
    return Array.from({ length }, read);
  }

  private pointOrEmpty(): CellValue[] {
    const position = this.position();
    if (position.every(Number.isNaN)) return [];
    if (!position.every(Number.isFinite)) throw new UnknownGeometry('a coordinate is not finite');
    return position;
  }

  private position(): Position {
    const position: Position = [this.double(), this.double()];
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
