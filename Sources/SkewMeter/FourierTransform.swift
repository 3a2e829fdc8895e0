import Glibc

/// The discrete Fourier transform of a power of two of complex numbers: radix 2, in place (Cooley and Tukey, 1965).
///
/// Its loops are written for builds without optimization, in which the tests run: tables in local constants, no ranges.
struct FourierTransform {
    let size: Int
    private let cosines: [Double]
    private let sines: [Double]
    private let reversed: [Int]

    /// - Parameter size: a power of two, at least 2.
    init(size: Int) {
        precondition(size >= 2 && size & (size - 1) == 0, "the size of a transform is a power of two")
        self.size = size
        self.cosines = (0..<size / 2).map { cos(2 * .pi * Double($0) / Double(size)) }
        self.sines = (0..<size / 2).map { sin(2 * .pi * Double($0) / Double(size)) }
        let bits = size.trailingZeroBitCount
        self.reversed = (0..<size).map { index in
            var source = index
            var target = 0
            for _ in 0..<bits {
                target = target << 1 | source & 1
                source >>= 1
            }
            return target
        }
    }

    /// X(k) = sum of x(n) exp(-2 pi i k n / size).
    func transform(real: inout [Double], imaginary: inout [Double]) {
        precondition(real.count == self.size && imaginary.count == self.size, "one number for each place")
        for index in 0..<self.size where index < self.reversed[index] {
            real.swapAt(index, self.reversed[index])
            imaginary.swapAt(index, self.reversed[index])
        }
        let cosines = self.cosines
        let sines = self.sines
        let size = self.size
        var half = 1
        while half < size {
            let stride = size / (2 * half)
            var offset = 0
            while offset < half {
                let cosine = cosines[offset * stride]
                let sine = sines[offset * stride]
                var low = offset
                while low < size {
                    let high = low + half
                    let highReal = real[high]
                    let highImaginary = imaginary[high]
                    let turnedReal = highReal * cosine + highImaginary * sine
                    let turnedImaginary = highImaginary * cosine - highReal * sine
                    let lowReal = real[low]
                    let lowImaginary = imaginary[low]
                    real[high] = lowReal - turnedReal
                    imaginary[high] = lowImaginary - turnedImaginary
                    real[low] = lowReal + turnedReal
                    imaginary[low] = lowImaginary + turnedImaginary
                    low += 2 * half
                }
                offset += 1
            }
            half *= 2
        }
    }

    /// The inverse, times `size`: a transform with real and imaginary parts exchanged before and after.
    func inverse(real: inout [Double], imaginary: inout [Double]) {
        self.transform(real: &imaginary, imaginary: &real)
    }
}
